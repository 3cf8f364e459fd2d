/**
 * What an object of versions 1 and 2 means: its name -> the logical parameters of version 3 and their rows in it.
 * Separate so that from here on there is one vocabulary. A fused parent becomes consecutive row ranges; their heights
 * come from the model and must add up to the parent's.
 */
import type { Directory, ElementRange } from "./directory.ts";

export interface Roles {
  /** Logical parameter -> its elements. */
  readonly bindings: ReadonlyMap<string, readonly ElementRange[]>;
  /** Fused parents whose rows are not those of their parts together. */
  readonly wrongParents: readonly { readonly name: string; readonly found: readonly number[]; readonly rows: number }[];
}

export type Heights = Readonly<Record<string, number>>;

/** Fused parents: last two path components -> the parameters in row order. */
const FUSED: Readonly<Record<string, readonly string[]>> = {
  "attention/query_key": ["attention/query", "attention/key"],
  "attention/gate_value": ["attention/gate", "attention/value"],
  "attention/query_key_gate_value": ["attention/query", "attention/key", "attention/gate", "attention/value"],
  "gdn/query_key": ["gdn/query", "gdn/key"],
  "gdn/value_z": ["gdn/value", "gdn/z"],
  "gdn/query_key_value_z": ["gdn/query", "gdn/key", "gdn/value", "gdn/z"],
  "gdn/a_b_projection": ["gdn/a_projection", "gdn/b_projection"],
  "mlp/gate_up": ["mlp/gate", "mlp/up"],
  "attention/qkv": ["attention/query", "attention/key", "attention/value"],
  "attention/qkv_bias": ["attention/query_bias", "attention/key_bias", "attention/value_bias"],
};

const RENAMED: readonly (readonly [RegExp, string])[] = [
  [/^mtp\/layer\//, "mtp/layers/0/"],
  [/^text\/draft_head$/, "proposal/head"],
  [/^text\/draft_head_token_ids$/, "proposal/token_ids"],
  [/^(vision\/.*\/norm[12]?)\/(weight|bias)$/, "$1_$2"],
];

/** Whether a parameter is a scalar that versions 1 and 2 put beside an NVFP4 matrix for 4-bit activations. */
export function isActivationScale(role: string): boolean {
  return role.endsWith("/input_scale_divisor");
}

/** @param heightsOf rows of the parameters of a component, by the last two components of their names */
export function rolesOfObjects(directory: Directory, heightsOf: (component: string) => Heights): Roles {
  const bindings = new Map<string, readonly ElementRange[]>();
  const wrongParents: { name: string; found: readonly number[]; rows: number }[] = [];
  for (const object of directory.objects.values()) {
    if (object.kind !== "tensor") continue;
    const name = RENAMED.reduce((n, [pattern, replacement]) => n.replace(pattern, replacement), object.id);
    const [prefix, suffix] = splitAtLastTwo(name);
    const heights = heightsOf(name.split("/", 1)[0]!);
    const parts = (Object.hasOwn(FUSED, suffix) ? FUSED[suffix] : undefined) ?? [];
    const rows = parts.map((part) => heights[part]);
    const columns = object.shape.slice(1).reduce((a, b) => a * b, 1);
    if (parts.length === 0 || rows.includes(undefined)) {
      bindings.set(name, [{ object: object.id, begin: 0, end: (object.shape[0] ?? 1) * columns }]);
      continue;
    }
    const total = rows.reduce<number>((a, b) => a + b!, 0);
    if (total !== object.shape[0]) wrongParents.push({ name: object.id, found: object.shape, rows: total });
    let row = 0;
    parts.forEach((part, i) => {
      const begin = row * columns;
      row += rows[i]!;
      bindings.set(prefix + part, [{ object: object.id, begin, end: row * columns }]);
    });
  }
  return { bindings, wrongParents };
}

function splitAtLastTwo(name: string): readonly [string, string] {
  const cut = name.lastIndexOf("/", name.lastIndexOf("/") - 1) + 1;
  return [name.slice(0, cut), name.slice(cut)];
}
