/**
 * Marks the control tokens that a chat template itself writes, so that they can be told from the same characters in
 * user text after rendering. Separate because it knows the template engine's syntax tree. The marks go into the
 * template's own literals, never into user text: what a user writes is never searched, so nothing a user writes, not
 * even pieces that only together spell a token, can come out marked. Literals that are compared with user text
 * (`'</think>' in content`, `content.startswith('<tool_response>')`) stay as they are.
 */

/** What the walk needs of the engine's syntax tree. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

type Wrap = (literal: string) => string;

/** Operators that pass their operands on into the output. */
const PASSING_OPERATORS: ReadonlySet<string> = new Set(["+", "~", "and", "or"]);

/** Rewrites the string literals of a parsed template in place, where they may reach the output. */
export function markLiterals(program: { readonly type: string }, wrap: Wrap): void {
  visit(program as Node, true, wrap);
}

/** @param written whether the node's value may be written out, rather than only compared */
function visit(node: Node, written: boolean, wrap: Wrap): void {
  const both = (field: string, flag: boolean): void => visitField(node[field], flag, wrap);
  switch (node.type) {
    case "StringLiteral":
      if (written) Object.assign(node, { value: wrap(node["value"] as string) });
      return;
    case "BinaryExpression": {
      const passes = PASSING_OPERATORS.has((node["operator"] as { value: string }).value);
      both("left", written && passes);
      both("right", written && passes);
      return;
    }
    case "CallExpression": {
      const callee = node["callee"] as Node;
      both("callee", written);
      // Arguments of a method search the text it is called on; arguments of a macro may be written by it.
      both("args", written && callee.type !== "MemberExpression");
      return;
    }
    case "FilterExpression":
      both("operand", written);
      both("filter", false);
      return;
    case "FilterStatement":
      both("filter", false);
      both("body", true);
      return;
    case "ObjectLiteral":
      for (const value of (node["value"] as ReadonlyMap<unknown, unknown>).values()) visitField(value, written, wrap);
      return;
    case "MemberExpression":
      both("object", written);
      both("property", false);
      return;
    default:
      for (const [field, value] of Object.entries(node))
        visitField(value, written && !COMPARED_FIELDS.has(field), wrap);
  }
}

/** Fields, of any kind of node, whose value decides but is not written. */
const COMPARED_FIELDS: ReadonlySet<string> = new Set(["test", "condition", "operand", "assignee", "loopvar", "key"]);

function visitField(value: unknown, written: boolean, wrap: Wrap): void {
  if (Array.isArray(value)) {
    for (const item of value) visitField(item, written, wrap);
  } else if (typeof value === "object" && value !== null && "type" in value) {
    visit(value as Node, written, wrap);
  }
}
