/** Programs as text for people: buffers with exact bytes, then launches in order. Stable, so that it can be compared. */
import { withSeparators } from "../../src/base/bytes.ts";
import type { GridDimension } from "../../src/base/operands.ts";
import type { BufferRole, Program } from "../../src/program/program.ts";

function roleText(role: BufferRole): string {
  switch (role.kind) {
    case "arena":
      return `arena ${role.colour}`;
    case "step":
    case "sampled":
      return role.kind;
    case "state":
      return `${role.ref.kind} state, ${role.storage}`;
    case "weight":
      return `weight [${role.rows}, ${role.columns}] ${role.stored}${role.stored === role.resident ? "" : ` -> ${role.resident}`}`;
    case "constant":
      return role.constant.kind;
  }
}

function dimensionText(d: GridDimension): string {
  const count = d.extent === "one" ? String(d.multiply) : d.multiply === 1 ? d.extent : `${d.multiply}*${d.extent}`;
  return d.divide === 1 ? count : `ceil(${count}/${d.divide})`;
}

export function printProgram(program: Program): string {
  const lines = [
    `program ${program.name}: ${program.launches.length} launches, ${Object.keys(program.kernels).length} kernels`,
  ];
  for (const b of program.buffers) lines.push(`  buffer ${b.name}: ${withSeparators(b.bytes)} B, ${roleText(b.role)}`);
  for (const [i, launch] of program.launches.entries()) {
    const grid = launch.grid.map(dimensionText).join(" x ");
    const bindings = launch.bindings.map((ref) => `${ref.buffer}+${ref.offsetBytes}:${ref.sizeBytes}`).join(", ");
    lines.push(`  ${i} ${launch.label} @${launch.candidate} ${launch.kernel} (${grid}) [${bindings}]`);
  }
  for (const [name, r] of Object.entries(program.results)) {
    lines.push(`  result ${name}: [${r.extent}, ${r.width}] ${r.storage} at ${r.ref.buffer}+${r.ref.offsetBytes}`);
  }
  return `${lines.join("\n")}\n`;
}
