/**
 * What the driver's results mean, by the documentation of the driver API. Apart from the bindings because it is
 * knowledge, not calls: which results end a context, and which say that a machine's CUDA cannot be used at all, each
 * with a stable code and the way out.
 */
import { DeviceLostError, type QwerkError, UnsupportedError } from "../src/base/errors.ts";

export const CUDA = {
  success: 0,
  outOfMemory: 2,
  noBinary: 209,
  invalidImage: 200,
  invalidContext: 201,
  invalidPtx: 218,
  unsupportedPtx: 222,
  notReady: 600,
  contextIsDestroyed: 709,
} as const;

/**
 * Results after which the context is lost. 226, 700, 702, 714 to 719, 721, 810 and 911 end the process's use of CUDA and
 * 709 and 710 that of the context, by the documentation of CUresult; 214 and 220 are hardware faults that corrupt data;
 * after 999 nothing that the driver says can be relied on. Others between them, as 701, 713 and 720, refuse one call.
 */
export const STICKY: ReadonlySet<number> = new Set([
  ...[214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721, 810, 911, 999],
]);

/** Why a machine's CUDA cannot be used. */
interface Obstacle {
  /** Whether the device stands in the way or what is installed. */
  readonly of: "device" | "installation";
  readonly code: string;
  readonly problem: string;
  readonly hint: string;
}

const MPS: Obstacle = {
  ...{ of: "device", code: "cuda_mps_unavailable" },
  problem: "the multi-process service (MPS) does not serve this process",
  hint: "restart nvidia-cuda-mps-control, or unset CUDA_MPS_PIPE_DIRECTORY to do without it",
};

const UNKNOWN: Obstacle = {
  ...{ of: "device", code: "cuda_unavailable" },
  problem: "the CUDA driver cannot be used",
  hint: "check nvidia-smi, and `qwerk doctor` for what was found; other backends do not need it",
};

const OBSTACLES: Readonly<Record<number, Obstacle>> = {
  34: {
    ...{ of: "installation", code: "cuda_driver_stub" },
    problem: "the library is the CUDA toolkit's stub to link with, not the driver",
    hint: "take the toolkit's stubs folder out of the library path, or name the driver's own libcuda with QWERK_LIBCUDA",
  },
  36: {
    ...{ of: "installation", code: "cuda_driver_too_old" },
    problem: "the driver is too old for this call",
    hint: "install a driver of version 470 or newer",
  },
  46: {
    ...{ of: "device", code: "cuda_device_unavailable" },
    problem: "the device takes no further process: its compute mode is exclusive or prohibited",
    hint: "end the process that holds it (nvidia-smi lists them), allow several with `nvidia-smi -c DEFAULT`, or name another one as `device`",
  },
  100: {
    ...{ of: "device", code: "no_cuda_device" },
    problem: "the CUDA driver sees no device",
    hint: "check nvidia-smi and CUDA_VISIBLE_DEVICES, or use another `backend`",
  },
  101: {
    ...{ of: "device", code: "cuda_invalid_device" },
    problem: "the CUDA driver refuses the device",
    hint: "CUDA_VISIBLE_DEVICES may name a device or a MIG slice that is gone: compare with `nvidia-smi -L`",
  },
  102: {
    ...{ of: "device", code: "cuda_device_unlicensed" },
    problem: "the virtual GPU has no licence for CUDA",
    hint: "the host of the virtual machine assigns it; or use another `backend`",
  },
  304: {
    ...{ of: "device", code: "cuda_system_call_failed" },
    problem: "a system call of the CUDA driver failed",
    hint: "check that /dev/nvidia* exist and that this user may open them; a container needs --gpus all",
  },
  802: {
    ...{ of: "device", code: "cuda_system_not_ready" },
    problem: "the system is not ready for CUDA work",
    hint: "machines with NVSwitch need a running nvidia-fabricmanager; shortly after start, try again",
  },
  803: {
    ...{ of: "installation", code: "cuda_driver_mismatch" },
    problem: "the driver's library and its kernel module are of different versions",
    hint: "reboot, or reload the nvidia kernel modules: the driver was updated while they were in use; a container needs the host's libcuda",
  },
  804: {
    ...{ of: "installation", code: "cuda_compat_unsupported" },
    problem: "the forward-compatibility library is not for this device",
    hint: "take the cuda-compat folder out of the library path, so that the installed driver's libcuda is loaded; GeForce cards need a newer driver instead",
  },
  805: MPS,
  806: MPS,
  807: MPS,
  808: MPS,
  809: MPS,
  810: MPS,
  999: {
    ...{ of: "device", code: "cuda_init_failed" },
    problem: "the CUDA driver failed and does not say why",
    hint: "known after a suspend and without the module nvidia_uvm: `sudo modprobe nvidia_uvm`, reload the nvidia modules, or reboot",
  },
};

/** The error of a result that came before a device was open: this machine's CUDA cannot be used, and why. */
export function obstacleError(result: number, text: string, data: { readonly library: string }): QwerkError {
  const { of, code, problem, hint } = OBSTACLES[result] ?? UNKNOWN;
  const Class = of === "device" ? DeviceLostError : UnsupportedError;
  return new Class(code, `${problem}; ${text} from ${data.library}`, { hint, data });
}
