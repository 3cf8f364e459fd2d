/**
 * Writes an ONNX model of one node with f32 tensors, enough to run a single operator in another runtime. Separate
 * because it knows the protobuf wire format and nothing of any operator. Invariant: field numbers are those of
 * onnx.proto; an omitted optional input stays in its place as an empty name.
 */
import { invariant } from "../../src/base/invariant.ts";

interface OnnxTensorSpec {
  readonly name: string;
  readonly shape: readonly number[];
}

export interface OnnxNode {
  readonly domain: string;
  readonly opType: string;
  /** In the order of the operator's schema; undefined where an optional input is left out. */
  readonly inputs: readonly (OnnxTensorSpec | undefined)[];
  readonly outputs: readonly OnnxTensorSpec[];
  /** Whole numbers become INT attributes, strings STRING attributes. */
  readonly attributes: Readonly<Record<string, number | string>>;
}

const IR_VERSION = 10;
const MAIN_OPSET = 21;
const FLOAT_ELEMENTS = 1;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_STRING = 3;

function varint(value: number): number[] {
  invariant(Number.isSafeInteger(value) && value >= 0, `onnx model: ${value} is not a count`);
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

const count = (field: number, value: number): number[] => [...varint(field * 8), ...varint(value)];

/** A length-delimited field: a string, or a message from its own fields. */
function block(field: number, content: string | readonly number[][]): number[] {
  const bytes = typeof content === "string" ? Array.from(new TextEncoder().encode(content)) : content.flat();
  return [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];
}

/** AttributeProto in NodeProto. */
function attribute([name, value]: readonly [string, number | string]): number[] {
  const typed =
    typeof value === "string"
      ? [block(4, value), count(20, ATTRIBUTE_STRING)]
      : [count(3, value), count(20, ATTRIBUTE_INT)];
  return block(5, [block(1, name), ...typed]);
}

/** ValueInfoProto as field `field` of GraphProto. */
function valueInfo(field: number, { name, shape }: OnnxTensorSpec): number[] {
  const dimensions = shape.map((size) => block(1, [count(1, size)]));
  return block(field, [block(1, name), block(2, [block(1, [count(1, FLOAT_ELEMENTS), block(2, dimensions)])])]);
}

/** The model as bytes: its graph inputs and outputs are the node's own. Imports version 1 of the node's domain. */
export function onnxModel(node: OnnxNode): Uint8Array<ArrayBuffer> {
  const present = node.inputs.filter((input) => input !== undefined);
  const nodeProto = block(1, [
    ...node.inputs.map((input) => block(1, input?.name ?? "")),
    ...node.outputs.map((output) => block(2, output.name)),
    block(4, node.opType),
    ...Object.entries(node.attributes).map(attribute),
    block(7, node.domain),
  ]);
  const graph = block(7, [
    nodeProto,
    block(2, node.opType),
    ...present.map((input) => valueInfo(11, input)),
    ...node.outputs.map((output) => valueInfo(12, output)),
  ]);
  const opset = (domain: string, version: number): number[] => block(8, [block(1, domain), count(2, version)]);
  return Uint8Array.from([count(1, IR_VERSION), graph, opset("", MAIN_OPSET), opset(node.domain, 1)].flat());
}
