/** Pages of plain floats: elements are loaded and stored as they are. */
import { INDICES } from "../../codegen/library/integers.ts";
import { KV_LAYOUTS } from "../../src/base/kv/registry.ts";
import type { BindPages } from "./pages.ts";

export function plainPages(storage: "f32" | "bf16"): BindPages {
  const layout = KV_LAYOUTS[storage];
  return (k, operand, name, shape, access) => {
    const memory = k.buffer(operand, storage, access, { name });
    return {
      load: (loadName, plane, page, head, token, group, width) => {
        const vector = layout.vector(INDICES, shape, plane, page, head, token);
        return k.loadGroup(loadName, memory, vector.mul(shape.headWidth / width).add(group), width);
      },
      store: (plane, page, head, token, group, values) => {
        const vector = layout.vector(INDICES, shape, plane, page, head, token);
        k.storeGroup(memory, vector.mul(shape.headWidth / values.length).add(group), values);
      },
    };
  };
}
