/**
 * Bind-group layouts as TypeGPU schemas: group 0 of a kernel is an ordered record of runtime-sized arrays with their
 * element type and access. Layouts are shared by all kernels of one signature. TypeGPU stays on this side of the
 * seam: kernels are emitted elsewhere, and bind groups are made by the device because bindings are parts of buffers,
 * which TypeGPU's own bind groups do not express.
 */
import type { TgpuLayoutStorage } from "typegpu";

/** A binding in 32-bit words, as emitted WGSL declares it. */
export interface LayoutBinding {
  readonly word: "f32" | "i32" | "u32";
  /** WGSL has no write-only storage buffers: what a kernel writes is read-write. */
  readonly writable: boolean;
}

export interface BindingLayouts {
  layoutOf(bindings: readonly LayoutBinding[]): GPUBindGroupLayout;
}

/** Loads TypeGPU, which start-up does not wait for, and returns the layouts of a device. */
export async function openLayouts(device: GPUDevice): Promise<BindingLayouts> {
  const [{ tgpu }, { arrayOf, f32, i32, u32 }] = await Promise.all([import("typegpu"), import("typegpu/data")]);
  const words = { f32: arrayOf(f32), i32: arrayOf(i32), u32: arrayOf(u32) } as const;
  const root = tgpu.initFromDevice({ device });
  const made = new Map<string, GPUBindGroupLayout>();
  const make = (signature: string, bindings: readonly LayoutBinding[]): GPUBindGroupLayout => {
    const entries = bindings.map(({ word, writable }, i): [string, TgpuLayoutStorage] => {
      const access = writable ? "mutable" : "readonly";
      return [`binding${i}`, { storage: words[word], access, visibility: ["compute"] }];
    });
    return root.unwrap(tgpu.bindGroupLayout(Object.fromEntries(entries)).$name(signature));
  };
  return {
    layoutOf(bindings) {
      const signature = bindings.map((b) => `${b.word}_${b.writable ? "rw" : "r"}`).join("_");
      const layout = made.get(signature) ?? make(signature, bindings);
      made.set(signature, layout);
      return layout;
    },
  };
}
