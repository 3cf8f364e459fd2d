/**
 * Building a graph op by op. Types of outputs come from the op's contract, so a call that breaks it fails here, with
 * the place in the model it belongs to.
 */
import { present } from "../base/invariant.ts";
import type {
  Attributes,
  ConstantRef,
  Graph,
  Node,
  OperandType,
  StateRef,
  Value,
  ValueId,
  WeightRef,
} from "./graph.ts";

/** What the builder needs of an op's contract. */
export interface Inference {
  readonly name: string;
  infer(call: {
    readonly attributes: Attributes;
    readonly inputs: Readonly<Record<string, OperandType>>;
    readonly weights: Readonly<Record<string, WeightRef | ConstantRef>>;
    readonly states: Readonly<Record<string, StateRef>>;
  }): Readonly<Record<string, OperandType>>;
}

export interface CallOperands {
  readonly attributes?: Attributes;
  readonly inputs?: Readonly<Record<string, ValueId>>;
  readonly weights?: Readonly<Record<string, WeightRef | ConstantRef>>;
  readonly states?: Readonly<Record<string, StateRef>>;
}

export class GraphBuilder {
  readonly #values: Value[] = [];
  readonly #nodes: Node[] = [];
  readonly #results: Record<string, ValueId> = {};

  /** Adds a call and returns its outputs by role. */
  call(op: Inference, label: string, operands: CallOperands): Readonly<Record<string, ValueId>> {
    const attributes = operands.attributes ?? {};
    const inputs = operands.inputs ?? {};
    const weights = operands.weights ?? {};
    const states = operands.states ?? {};
    const inputTypes = Object.fromEntries(Object.entries(inputs).map(([role, id]) => [role, this.#value(id)]));
    let types: Readonly<Record<string, OperandType>>;
    try {
      types = op.infer({ attributes, inputs: inputTypes, weights, states });
    } catch (cause) {
      throw new Error(`${label}: ${(cause as Error).message}`, { cause });
    }
    const outputs = Object.fromEntries(
      Object.entries(types).map(([role, type]) => [role, this.#add(`${label}.${role}`, type)]),
    );
    this.#nodes.push({ op: op.name, label, attributes, inputs, outputs, weights, states });
    return outputs;
  }

  /** As `call`, for ops with one output. */
  one(op: Inference, label: string, operands: CallOperands): ValueId {
    return present(Object.values(this.call(op, label, operands))[0], `output of ${op.name}`);
  }

  keep(name: string, value: ValueId): void {
    this.#results[name] = value;
  }

  finish(): Graph {
    return { values: this.#values, nodes: this.#nodes, results: this.#results };
  }

  #value(id: ValueId): Value {
    return present(this.#values[id], `value ${id}`);
  }

  #add(name: string, type: OperandType): ValueId {
    const id = this.#values.length as ValueId;
    this.#values.push({ id, name, type: type.type, extent: type.extent, width: type.width });
    return id;
  }
}
