/**
 * Bindings of NVRTC: one program in, one image and a log out, compiled off the main thread. It knows no device: the
 * caller says for which architecture.
 */
import { CompileError, numberLines, QwerkError, UnsupportedError } from "../src/base/errors.ts";
import { type Argument, type CudaVersion, versionText } from "./driver.ts";
import { type LoadedLibrary, loadLibrary } from "./loader.ts";

const SIGNATURES = {
  nvrtcVersion: ["void *", "void *"],
  nvrtcGetNumSupportedArchs: ["void *"],
  nvrtcGetSupportedArchs: ["void *"],
  nvrtcCreateProgram: ["void *", "str", "str", "int", "const char **", "const char **"],
  nvrtcDestroyProgram: ["void *"],
  nvrtcCompileProgram: ["void *", "int", "const char **"],
  nvrtcGetProgramLogSize: ["void *", "void *"],
  nvrtcGetProgramLog: ["void *", "void *"],
  nvrtcGetCUBINSize: ["void *", "void *"],
  nvrtcGetCUBIN: ["void *", "void *"],
  nvrtcGetPTXSize: ["void *", "void *"],
  nvrtcGetPTX: ["void *", "void *"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type NvrtcFunction = keyof typeof SIGNATURES;
type NativeCall = ((...args: readonly Argument[]) => number) & {
  async(...args: readonly (Argument | ((error: unknown, result: number) => void))[]): void;
};

const COMPILATION_FAILED = 6;
const BUILTINS_FAILED = 7;

export interface CompileRequest {
  /** Kernel id or entry, for errors. */
  readonly name: string;
  readonly source: string;
  /** Headers by the name the source includes. */
  readonly headers: Readonly<Record<string, string>>;
  readonly options: readonly string[];
  readonly wanted: "cubin" | "ptx";
}

export interface CompiledImage {
  readonly image: Uint8Array;
  readonly log: string;
}

export class Nvrtc {
  readonly path: string;
  readonly cudaVersion: CudaVersion;
  /** Major and minor version. */
  readonly version: string;
  /** Architectures it compiles for, as 10 * major + minor, ascending. */
  readonly architectures: readonly number[];
  readonly #calls: Readonly<Record<NvrtcFunction, NativeCall>>;
  readonly #textOf: (result: number) => string;

  constructor(library: LoadedLibrary) {
    this.path = library.path;
    const bind = (name: string, result: string, parameters: readonly string[]): NativeCall => {
      try {
        return library.handle.func(name, result, [...parameters]) as unknown as NativeCall;
      } catch (cause) {
        throw new UnsupportedError("nvrtc_too_old", `${library.path} has no function ${name}`, {
          hint: "install NVRTC 11.8 or newer",
          cause,
        });
      }
    };
    const names = Object.keys(SIGNATURES) as NvrtcFunction[];
    this.#calls = Object.fromEntries(names.map((name) => [name, bind(name, "int", SIGNATURES[name])])) as Record<
      NvrtcFunction,
      NativeCall
    >;
    this.#textOf = bind("nvrtcGetErrorString", "str", ["int"]) as unknown as (result: number) => string;
    const version = new Int32Array(2);
    this.#call("nvrtcVersion", version.subarray(0, 1), version.subarray(1, 2));
    this.cudaVersion = { major: version[0]!, minor: version[1]! };
    this.version = versionText(this.cudaVersion);
    const count = new Int32Array(1);
    this.#call("nvrtcGetNumSupportedArchs", count);
    const list = new Int32Array(count[0]!);
    this.#call("nvrtcGetSupportedArchs", list);
    this.architectures = [...list].sort((a, b) => a - b);
  }

  /** @throws CompileError `kernel_compile` with log and numbered source; UnsupportedError `nvrtc_builtins_missing`. */
  async compile(request: CompileRequest): Promise<CompiledImage> {
    const program = new BigUint64Array(1);
    const names = Object.keys(request.headers);
    const file = `${request.name.replace(/\W/g, "_").slice(0, 80)}.cu`;
    const texts = names.map((name) => request.headers[name]!);
    this.#call("nvrtcCreateProgram", program, request.source, file, names.length, texts, names);
    try {
      const result = await this.#compileAsync(program[0]!, request.options);
      const log = this.#log(program[0]!);
      if (result !== 0) throw this.#failure(request, result, log);
      return { image: this.#image(program[0]!, request.wanted), log };
    } finally {
      this.#calls.nvrtcDestroyProgram(program);
    }
  }

  #call(name: NvrtcFunction, ...args: readonly Argument[]): void {
    const result = this.#calls[name](...args);
    if (result !== 0) {
      throw new QwerkError("nvrtc_call_failed", `${name}: ${this.#textOf(result)} (${result}) in ${this.path}`, {
        data: { call: name, result, library: this.path },
      });
    }
  }

  #compileAsync(program: bigint, options: readonly string[]): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#calls.nvrtcCompileProgram.async(program, options.length, options, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      });
    });
  }

  #log(program: bigint): string {
    const bytes = new BigUint64Array(1);
    this.#call("nvrtcGetProgramLogSize", program, bytes);
    const text = new Uint8Array(Math.max(1, Number(bytes[0])));
    this.#call("nvrtcGetProgramLog", program, text);
    return new TextDecoder().decode(text.subarray(0, -1)).trim();
  }

  #image(program: bigint, wanted: "cubin" | "ptx"): Uint8Array {
    const kind = wanted === "cubin" ? "CUBIN" : "PTX";
    const bytes = new BigUint64Array(1);
    this.#call(`nvrtcGet${kind}Size`, program, bytes);
    const image = new Uint8Array(Number(bytes[0]));
    this.#call(`nvrtcGet${kind}`, program, image);
    return image;
  }

  #failure(request: CompileRequest, result: number, log: string): QwerkError {
    const text = `${this.#textOf(result)} (${result})`;
    const first = log.split("\n").find((line) => /error/i.test(line)) ?? text;
    if (result === BUILTINS_FAILED) {
      return new UnsupportedError(
        "nvrtc_builtins_missing",
        `NVRTC at ${this.path} lacks its builtins library: ${first}`,
        {
          hint: "libnvrtc-builtins of the same version belongs beside it: install NVRTC again, or name another with QWERK_LIBNVRTC",
          data: { library: this.path, version: this.version, log },
        },
      );
    }
    const broken = result === COMPILATION_FAILED ? first : `${text}${log === "" ? "" : `: ${first}`}`;
    return new CompileError("kernel_compile", `kernel ${request.name}: ${broken}`, {
      data: {
        kernel: request.name,
        log,
        source: numberLines(request.source),
        options: request.options,
        compiler: `${this.path} ${this.version}`,
      },
    });
  }
}

/** With `driverMajor`, a library of a newer CUDA major than the driver's is the last choice. */
export async function openNvrtc(explicit?: string, driverMajor?: number): Promise<Nvrtc> {
  return new Nvrtc(await loadLibrary("nvrtc", explicit, undefined, driverMajor));
}
