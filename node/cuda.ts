/**
 * The CUDA backend as `qwerk/cuda`: opened with this machine's cache folder, with its report for people and NVML's facts.
 * An entry of its own, because it loads native libraries; importing it opens nothing.
 */
export type { CudaBackend } from "../cuda-backend/index.ts";
export { type NvmlReport, readNvml } from "../cuda-backend/nvml.ts";
export { type CudaReport, cudaReport } from "../cuda-backend/report.ts";
export { type OpenCudaOptions, openCuda } from "./open-cuda.ts";
