/**
 * One trivial compute shader and the code that runs it, shared by the tests that open a device in Node and in a page.
 * `runAffine` is sent to the page as text, so it must use nothing from outside itself.
 */

/** y[i] = 3 x[i] + i over 256 words. */
export const AFFINE_WGSL = `
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  words[id.x] = words[id.x] * 3u + id.x;
}`;

/** Runs the shader on x[i] = 7 i; the right answer is y[i] = 22 i. */
export async function runAffine(device: GPUDevice, wgsl: string): Promise<number[]> {
  const input = Uint32Array.from({ length: 256 }, (_, i) => 7 * i);
  const module = device.createShaderModule({ code: wgsl });
  const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module } });
  const size = input.byteLength;
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const words = device.createBuffer({ size, usage });
  const readback = device.createBuffer({ size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
  device.queue.writeBuffer(words, 0, input);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  const entries = [{ binding: 0, resource: { buffer: words } }];
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(4);
  pass.end();
  encoder.copyBufferToBuffer(words, 0, readback, 0, size);
  device.queue.submit([encoder.finish()]);
  await readback.mapAsync(GPUMapMode.READ);
  return Array.from(new Uint32Array(readback.getMappedRange()));
}
