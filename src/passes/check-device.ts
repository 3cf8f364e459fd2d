/**
 * A program against the device it is for, before anything is created on it: sizes of buffers and bindings, shapes of
 * kernels, numbers of workgroups, alignment. A device refuses such things late and in its own words; here they are
 * refused by name with both numbers.
 */
import { formatBytes, withSeparators } from "../base/bytes.ts";
import type { Caps } from "../base/caps.ts";
import { CapacityError, UnsupportedError } from "../base/errors.ts";
import { invariant, present } from "../base/invariant.ts";
import { bindingsOf, type KernelSource, nameOf } from "../program/candidate.ts";
import { type BufferRole, type Extents, gridSize, type Program, type ProgramLaunch } from "../program/program.ts";
import { mostSegments } from "../program/storage.ts";

/** Bytes of an element of a shared array. */
const SHARED_ELEMENT = 4;

/** What makes a buffer smaller, by what it holds: pages grow with the context, arenas with the rows of a step. */
function wayOut(role: BufferRole, share: number, what: string, limit: number, caps: Caps): string {
  const percent = Math.floor(100 * share);
  if (role.kind === "state" && role.ref.kind === "kv") {
    // Pages may lie in several bindings, which were not enough.
    const most = Math.min(99, percent * mostSegments(caps));
    return `a \`maxContext\` of ${most} % of this one fits`;
  }
  if (role.kind === "arena") return "use a smaller `prefillChunk`";
  const device = `use a device with larger ${what}s than ${formatBytes(limit)}`;
  return caps.backend === "cpu" ? "use a model of smaller matrices" : `${device}, or \`backend\` cpu`;
}

function checkSizes(program: Program, caps: Caps): void {
  const roles = new Map(program.buffers.map(({ name, role }) => [name, role]));
  const refuse = (what: string, code: string, name: string, bytes: number, limit: number): never => {
    throw new CapacityError(
      code,
      `${name}: needs one ${what} of ${withSeparators(bytes)} B, ${caps.device} allows ${withSeparators(limit)} B`,
      {
        hint: wayOut(present(roles.get(name), name), limit / bytes, what, limit, caps),
        data: { buffer: name, bytes, limit },
      },
    );
  };
  for (const { bindings } of program.launches) {
    for (const { buffer, sizeBytes } of bindings) {
      if (sizeBytes > caps.maxBindingBytes) {
        refuse("binding", "binding_too_large", buffer, sizeBytes, caps.maxBindingBytes);
      }
    }
  }
  for (const { name, bytes } of program.buffers) {
    if (bytes > caps.maxBufferBytes) refuse("buffer", "buffer_too_large", name, bytes, caps.maxBufferBytes);
  }
}

/** What a kernel asks of a device, by the limit that holds it. */
function demandsOf(source: KernelSource, caps: Caps): readonly (readonly [string, number, number])[] {
  const buffers = ["storage buffers", bindingsOf(source).length, caps.maxStorageBuffers] as const;
  switch (source.kind) {
    case "portable": {
      const { workgroupSize, shared } = source.kernel;
      const bytes = shared.reduce((sum, array) => sum + SHARED_ELEMENT * array.length, 0);
      return [
        buffers,
        ["threads a workgroup", workgroupSize, caps.maxWorkgroupSize],
        ["bytes of shared memory", bytes, caps.maxSharedBytes],
      ];
    }
    case "text": {
      const most = caps.cuda?.sharedBytesOptIn ?? caps.maxSharedBytes;
      return [
        buffers,
        ["threads a workgroup", source.threads, caps.maxWorkgroupSize],
        ["bytes of dynamic shared memory", source.dynamicSharedBytes, most],
      ];
    }
    case "host":
      return [];
    default:
      return source satisfies never;
  }
}

function checkKernels(program: Program, caps: Caps): void {
  for (const { source } of Object.values(program.kernels)) {
    for (const [what, needed, limit] of demandsOf(source, caps)) {
      if (needed <= limit) continue;
      const name = nameOf(source);
      throw new UnsupportedError(
        "kernel_exceeds_device",
        `kernel ${name}: needs ${withSeparators(needed)} ${what}, ${caps.device} allows ${withSeparators(limit)}`,
        {
          ...(caps.backend === "cpu" ? {} : { hint: "use another device, or `backend` cpu" }),
          data: { kernel: name, what, needed, limit },
        },
      );
    }
  }
}

function checkGrid(launch: ProgramLaunch, most: Extents, caps: Caps): void {
  for (const [dimension, groups] of gridSize(launch.grid, most).entries()) {
    if (groups <= caps.maxGroupsPerDimension) continue;
    const limit = caps.maxGroupsPerDimension;
    throw new CapacityError(
      "too_many_workgroups",
      `${launch.label}: ${withSeparators(most.tokens)} rows need ${withSeparators(groups)} workgroups in dimension ` +
        `${"xyz"[dimension]}, ${caps.device} allows ${withSeparators(limit)}`,
      { hint: "use fewer prompt rows a step: a smaller `prefillChunk`", data: { launch: launch.label, groups, limit } },
    );
  }
}

/**
 * Throws unless the device can run the program with up to `most` rows.
 * @throws CapacityError `binding_too_large`, `buffer_too_large`, `too_many_workgroups`; UnsupportedError
 *   `kernel_exceeds_device`
 */
export function checkDevice(program: Program, caps: Caps, most: Extents): void {
  checkSizes(program, caps);
  checkKernels(program, caps);
  for (const launch of program.launches) {
    const { source } = present(program.kernels[launch.kernel], `kernel ${launch.kernel}`);
    // Bodies of this process index arrays; they have no grid and no alignment.
    if (source.kind === "host") continue;
    checkGrid(launch, most, caps);
    for (const { buffer, offsetBytes } of launch.bindings) {
      invariant(offsetBytes % caps.offsetAlignment === 0, `${launch.label}: ${buffer} bound at ${offsetBytes}`);
    }
  }
}
