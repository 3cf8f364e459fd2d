/** Pages of plain floats: elements are loaded and stored as they are. */
import { INDICES } from "../../codegen/library/integers.ts";
import { KV_LAYOUTS } from "../../src/base/kv/registry.ts";
import { widestRun } from "../storage.ts";
import type { BindPages } from "./pages.ts";

/** Elements a thread stores at once. */
const STORE_RUN = 4;

export function plainPages(storage: "f32" | "bf16"): BindPages {
  const layout = KV_LAYOUTS[storage];
  return (k, operand, name, shape, access, segment) => {
    const memory = k.buffer(operand, storage, access, { name, ...(segment === undefined ? {} : { part: segment }) });
    return {
      load: (loadName, plane, page, head, token, group, width) => {
        const vector = layout.vector(INDICES, shape, plane, page, head, token);
        return k.loadGroup(loadName, memory, vector.mul(shape.headWidth / width).add(group), width);
      },
      append: (plane, page, head, token, read) => {
        const run = widestRun(shape.headWidth, STORE_RUN);
        const groups = shape.headWidth / run;
        const vector = k.let(`${plane}_vector`, layout.vector(INDICES, shape, plane, page, head, token));
        k.for("group_of_vector", k.local, groups, k.workgroupSize, (group) => {
          k.storeGroup(memory, vector.mul(groups).add(group), read(plane, group, run));
        });
      },
    };
  };
}
