/**
 * The compile gate: every CUDA kernel the planner can select for the 27B model is compiled for the architectures the
 * compiler at hand knows, and what it takes is held against what it declares. Uses NVRTC where it can be loaded, else
 * nvcc with its ptxas; fails when there is neither. `--record FILE` also writes the table to a file.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { headersOf } from "../cuda-backend/device-headers.ts";
import { openNvrtc } from "../cuda-backend/nvrtc.ts";
import { type KernelResources, parseResources } from "../cuda-backend/resources.ts";
import { UnsupportedError } from "../src/base/errors.ts";
import { type GateKernel, gateKernels } from "./gate-kernels.ts";

const run = promisify(execFile);
const ARCHITECTURES = [75, 80, 86, 89, 90, 120];
const MAX_STATIC_SHARED_BYTES = 48 * 1024;
const MAX_DYNAMIC_SHARED_BYTES = 99 * 1024;
const OPTIONS = ["--std=c++17", "--fmad=false"];

interface Compiled {
  readonly log: string;
  readonly cubinBytes: number;
}

interface GateCompiler {
  readonly title: string;
  readonly architectures: readonly number[];
  compile(kernel: GateKernel, architecture: number): Promise<Compiled>;
}

async function nvrtcCompiler(): Promise<GateCompiler> {
  const nvrtc = await openNvrtc();
  return {
    title: `NVRTC ${nvrtc.version}`,
    architectures: nvrtc.architectures,
    compile: async (kernel, architecture) => {
      const options = [`--gpu-architecture=sm_${architecture}`, ...OPTIONS, "--ptxas-options=-v"];
      const { source, name } = kernel;
      const request = { name, source, headers: headersOf(source), options, wanted: "cubin" } as const;
      const { image, log } = await nvrtc.compile(request);
      return { log, cubinBytes: image.byteLength };
    },
  };
}

async function nvccCompiler(): Promise<GateCompiler> {
  const { stdout } = await run("nvcc", ["--version"]);
  await run("ptxas", ["--version"]);
  const list = await run("nvcc", ["--list-gpu-code"]);
  return {
    title: `nvcc and ptxas ${/V(\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? "of unknown version"}`,
    architectures: [...list.stdout.matchAll(/sm_(\d+)/g)].map((match) => Number(match[1])),
    compile: async (kernel, architecture) => {
      const folder = await mkdtemp(join(tmpdir(), "qwerk-gate-"));
      try {
        const file = join(folder, "kernel.cu");
        const cubin = join(folder, "kernel.cubin");
        await writeFile(file, kernel.source);
        for (const [name, text] of Object.entries(headersOf(kernel.source))) await writeFile(join(folder, name), text);
        const args = [`-arch=sm_${architecture}`, ...OPTIONS, "-cubin", "-Xptxas", "-v", "-o", cubin, file];
        const { stderr } = await run("nvcc", args, { maxBuffer: 1 << 24 });
        return { log: stderr, cubinBytes: (await readFile(cubin)).byteLength };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function chooseCompiler(): Promise<GateCompiler> {
  const reasons: string[] = [];
  for (const open of [nvrtcCompiler, nvccCompiler]) {
    try {
      return await open();
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new UnsupportedError("cuda_compiler_missing", `no CUDA compiler: ${reasons.join(" | ")}`, {
    hint: "install NVRTC, or a CUDA toolkit with nvcc and ptxas on PATH",
  });
}

interface Row {
  readonly kernel: GateKernel;
  readonly architecture: number;
  readonly resources: KernelResources | undefined;
  readonly cubinBytes: number;
  readonly ms: number;
  readonly faults: readonly string[];
}

function faultsOf(kernel: GateKernel, resources: KernelResources | undefined): string[] {
  if (resources === undefined) return ["the compiler's log states no resources"];
  const { limits } = kernel;
  const spilled = resources.spillLoadBytes + resources.spillStoreBytes;
  return [
    ...(resources.registers > limits.registers
      ? [`${resources.registers} registers, ${limits.registers} declared`]
      : []),
    ...(spilled > 0 && !limits.spillsAllowed ? [`${spilled} B of spills`] : []),
    ...(resources.sharedBytes > MAX_STATIC_SHARED_BYTES ? [`${resources.sharedBytes} B of static shared memory`] : []),
    ...(kernel.dynamicSharedBytes > MAX_DYNAMIC_SHARED_BYTES
      ? [`${kernel.dynamicSharedBytes} B of dynamic shared memory`]
      : []),
  ];
}

async function compileRow(compiler: GateCompiler, kernel: GateKernel, architecture: number): Promise<Row> {
  const start = performance.now();
  try {
    const { log, cubinBytes } = await compiler.compile(kernel, architecture);
    const resources = parseResources(log);
    const ms = performance.now() - start;
    return { kernel, architecture, resources, cubinBytes, ms, faults: faultsOf(kernel, resources) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { kernel, architecture, resources: undefined, cubinBytes: 0, ms: performance.now() - start, faults: [text] };
  }
}

function table(rows: readonly Row[]): string[] {
  const head = ["kernel", "route", "profile", "sm", "registers", "shared B", "spill B", "cubin B", "ms"];
  const cells = rows.map(({ kernel, architecture, resources: r, cubinBytes, ms }) => [
    kernel.name,
    kernel.candidate,
    kernel.profiles.join("+"),
    String(architecture),
    String(r?.registers ?? "?"),
    String(r?.sharedBytes ?? "?"),
    String(r === undefined ? "?" : r.spillLoadBytes + r.spillStoreBytes),
    String(cubinBytes),
    ms.toFixed(0),
  ]);
  const widths = head.map((title, i) => Math.max(title.length, ...cells.map((row) => row[i]!.length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, i) => (i < 3 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  ");
  return [line(head), ...cells.map(line)];
}

async function main(): Promise<number> {
  const compiler = await chooseCompiler();
  const kernels = gateKernels();
  const present = ARCHITECTURES.filter((a) => compiler.architectures.includes(a));
  const skipped = ARCHITECTURES.filter((a) => !present.includes(a));
  const jobs = kernels.flatMap((kernel) =>
    present.filter((a) => a >= kernel.minimumArchitecture).map((architecture) => ({ kernel, architecture })),
  );
  const rows: Row[] = [];
  let next = 0;
  const start = performance.now();
  const work = async (): Promise<void> => {
    for (let i = next++; i < jobs.length; i = next++) {
      rows[i] = await compileRow(compiler, jobs[i]!.kernel, jobs[i]!.architecture);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const faults = rows.flatMap((r) => r.faults.map((text) => `FAULT ${r.kernel.name} sm_${r.architecture}: ${text}`));
  const lines = [
    `compiler: ${compiler.title}; kernels: ${kernels.length}`,
    `architectures covered: ${present.join(", ") || "none"}`,
    `not covered, unknown to this compiler: ${skipped.join(", ") || "none"}`,
    ...table(rows),
    `${rows.length} compilations in ${((performance.now() - start) / 1000).toFixed(1)} s on ${availableParallelism()} cores`,
    ...faults,
    faults.length === 0 ? "gate passed" : `gate failed: ${faults.length} faults`,
  ];
  console.log(lines.join("\n"));
  const record = process.argv.indexOf("--record");
  if (record > 0) await writeFile(process.argv[record + 1]!, `${lines.join("\n")}\n`);
  return faults.length === 0 && present.length > 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UnsupportedError)) throw error;
  console.error(`gate failed: ${error.message}\n${error.hint}`);
  process.exitCode = 1;
}
