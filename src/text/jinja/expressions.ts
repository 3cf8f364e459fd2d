/**
 * Expressions: tokens to closures that evaluate. Separate because precedence is decided here and nowhere later: `~`
 * binds tighter than `+`, a test tighter than arithmetic, `**` to the left, and a filter takes the negated number, as
 * in Jinja. Invariant: literals come out as text that the template wrote; nothing is evaluated while parsing.
 */
import { type Assign, asNamespace, type Eval, type Frame, NameScope, readName, unpack } from "./evaluate.ts";
import type { Token, TokenType } from "./lexer.ts";
import { FILTERS, TESTS } from "./library.ts";
import { attribute, binary, call, item, signed, slice } from "./objects.ts";
import { JinjaError, typeError, valueError } from "./python/limits.ts";
import type { Operator } from "./python/numbers.ts";
import { print } from "./python/print.ts";
import { concat, writtenText } from "./python/text.ts";
import * as py from "./python/values.ts";

type Value = py.Value;
type Arguments = (frame: Frame, caller?: Value) => readonly [Value[], py.Kwargs];
type Filter = (frame: Frame, value: Value) => Value;
/** What is assigned to. `spaces` are variables that must hold namespaces. */
export type Target = { readonly assign: Assign; readonly names: readonly string[]; readonly spaces: readonly string[] };
type Binary = (a: Value, b: Value) => Value;

/** Far beyond what people write, far below what the stack takes. */
const MOST_NESTING = 150;
/** Constants begin with a capital letter or not. */
const constantOf = (name: string): Value | undefined => py.CONSTANTS.get(name.charAt(0).toUpperCase() + name.slice(1));
/** Operators of one level, loosest first; after them come signs. */
const LEVELS: readonly (readonly string[])[] = [["+", "-"], ["~"], ["*", "/", "//", "%"], ["**"]];
const tilde: Binary = (a, b) => concat(print(a), print(b));
const COMPARISONS = new Map<string, Binary>([
  ["==", py.equals],
  ["!=", (a, b) => !py.equals(a, b)],
  ["in", (a, b) => py.contains(b, a)],
  ["not in", (a, b) => !py.contains(b, a)],
  ...(["<", "<=", ">", ">="] as const).map((order) => [order, (a, b) => py.compare(order, a, b)] as [string, Binary]),
]);
const NO_ARGUMENTS: Arguments = () => [[], py.NO_KWARGS];

/** What both kinds of syntax need: the tokens, the scope and the state of the place that is being parsed. */
export class ExpressionParser {
  private readonly tokens: readonly Token[];
  private at = 0;
  private nesting = 0;
  protected scope = new NameScope();
  /** Loops around this place, in whatever function: `loop` is not to be assigned inside. */
  protected fors = 0;
  /** Branches around this place within its scope: there an unknown filter is an error only when it runs. */
  protected branches = 0;
  protected readonly unknown: string[] = [];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  protected get token(): Token {
    return this.tokens[this.at]!;
  }

  protected next(): Token {
    const token = this.token;
    if (token.type !== "eof") this.at++;
    return token;
  }

  protected fail(message: string, line = this.token.line): never {
    throw new JinjaError("syntax", `${message} (line ${line})`);
  }

  protected is = (type: TokenType, text: string, ahead = 0): boolean => {
    const token = this.tokens[this.at + ahead];
    return token?.type === type && token.text === text;
  };
  private skip(type: TokenType, text: string): boolean {
    const found = this.is(type, text);
    if (found) this.at++;
    return found;
  }
  protected operator = (text: string): boolean => this.skip("operator", text);
  protected word = (text: string): boolean => this.skip("name", text);

  protected expect(type: TokenType, text = this.token.text): Token {
    if (this.is(type, text)) return this.next();
    return this.fail(`expected ${text === this.token.text ? type : `'${text}'`}, found '${this.token.text}'`);
  }

  protected name(): string {
    const { text } = this.expect("name");
    return constantOf(text) === undefined ? text : this.fail(`can't assign to '${text}'`);
  }

  protected deeper<T>(parse: () => T): T {
    if (++this.nesting > MOST_NESTING) throw new JinjaError("limit", `more than ${MOST_NESTING} levels of syntax`);
    const result = parse();
    this.nesting--;
    return result;
  }

  protected within<T>(scope: NameScope, parse: () => T): T {
    const [outer, branches] = [this.scope, this.branches];
    [this.scope, this.branches] = [scope, 0];
    const result = parse();
    [this.scope, this.branches] = [outer, branches];
    return result;
  }

  /** What is assigned to: a name, several, or `namespace.attribute` where `set` allows it. */
  protected target(end?: string, attributes = false): Target {
    const names: string[] = [];
    const spaces: string[] = [];
    const one = (): Assign => {
      if (this.operator("(")) {
        const inner = several();
        this.expect("operator", ")");
        return inner;
      }
      const name = this.name();
      if (attributes && this.operator(".")) {
        spaces.push(name);
        const [space, key] = [readName(name), this.expect("name").text];
        return (frame, value) => py.setItem(asNamespace(space(frame)), key, value);
      }
      if (name === "loop" && this.fors > 0) this.fail("can't assign to the special variable 'loop'");
      names.push(name);
      return (frame, value) => void frame.variables.set(name, value);
    };
    const several = (): Assign => {
      const { items, isTuple } = this.series(one, end);
      if (items.length === 0) this.fail(`expected a name, found '${this.token.text}'`);
      return isTuple ? unpack(items) : items[0]!;
    };
    return { assign: several(), names, spaces };
  }

  /** What stands between commas up to the end of a bracket or tag, or a word; a comma makes a tuple of one. */
  private series<T>(item: () => T, end?: string): { readonly items: readonly T[]; readonly isTuple: boolean } {
    const items: T[] = [];
    let isTuple = false;
    const atEnd = (): boolean =>
      this.token.type === "end" || this.is("operator", ")") || (end !== undefined && this.is("name", end));
    while (!atEnd()) {
      items.push(item());
      if (!this.operator(",")) break;
      isTuple = true;
    }
    return { items, isTuple };
  }

  // Expressions, loosest first

  /** @param end a word that ends the list too. @param empty whether there may be nothing */
  protected tuple(conditions = true, end?: string, empty = false): Eval {
    const { items, isTuple } = this.series(() => this.expression(conditions), end);
    if (!isTuple && items.length === 1) return items[0]!;
    if (items.length === 0 && !empty) this.fail(`expected an expression, found '${this.token.text}'`);
    return (frame) => py.tuple(items.map((item) => item(frame)));
  }

  protected expression(conditions = true): Eval {
    return this.deeper(() => (conditions ? this.condition() : this.or()));
  }

  private condition(): Eval {
    const unknown = this.unknown.length;
    const { line } = this.token;
    let value = this.or();
    while (this.word("if")) {
      this.unknown.length = unknown;
      this.branches++;
      const [yes, test] = [value, this.or()];
      const no = this.word("else") ? this.deeper(() => this.condition()) : undefined;
      this.branches--;
      const missing = (): string => `the inline if-expression on line ${line} evaluated to false and has no else`;
      value = (frame) => (py.truth(test(frame)) ? yes(frame) : py.present(no?.(frame), missing));
    }
    return value;
  }

  /** `or`, then `and`: the operand that decides is the value. */
  private or(word: "or" | "and" = "or"): Eval {
    const operand = (): Eval => (word === "or" ? this.or("and") : this.not());
    let value = operand();
    while (this.word(word)) {
      const [left, right] = [value, operand()];
      value = (frame) => {
        const first = left(frame);
        return py.truth(first) === (word === "or") ? first : right(frame);
      };
    }
    return value;
  }

  private not(): Eval {
    if (!this.word("not")) return this.compare();
    const operand = this.deeper(() => this.not());
    return (frame) => !py.truth(operand(frame));
  }

  private compare(): Eval {
    const first = this.operation(0);
    const rest: (readonly [Binary, Eval])[] = [];
    for (;;) {
      const not = this.is("name", "not") && this.is("name", "in", 1);
      const { type, text } = this.token;
      const holds = type === "string" ? undefined : COMPARISONS.get(not ? "not in" : text);
      if (holds === undefined) break;
      this.at += not ? 2 : 1;
      rest.push([holds, this.operation(0)]);
    }
    if (rest.length === 0) return first;
    return (frame) => {
      let left = first(frame);
      return rest.every(([holds, operand]) => holds(left, (left = operand(frame))));
    };
  }

  /** Operators of a level, grouped to the left. */
  private operation(level: number): Eval {
    const operand = (): Eval => (level + 1 < LEVELS.length ? this.operation(level + 1) : this.unary());
    let value = operand();
    while (this.token.type === "operator" && LEVELS[level]!.includes(this.token.text)) {
      const operator = this.next().text;
      const apply: Binary = operator === "~" ? tilde : (a, b) => binary(operator as Operator, a, b);
      const [left, right] = [value, operand()];
      value = (frame) => apply(left(frame), right(frame));
    }
    return value;
  }

  private unary(filtered = true): Eval {
    const sign = ["-", "+"].find((one) => this.operator(one));
    let value: Eval;
    if (sign === undefined) value = this.primary();
    else {
      const operand = this.deeper(() => this.unary(false));
      value = (frame) => signed(sign, operand(frame));
    }
    value = this.postfix(value);
    while (filtered) {
      const object = value;
      const filter = this.filters();
      if (filter !== undefined) value = (frame) => filter(frame, object(frame));
      else if (this.word("is")) value = this.test(object);
      else if (this.is("operator", "(")) value = this.call(object);
      else break;
    }
    return value;
  }

  private primary(): Eval {
    const { type, text, line } = this.next();
    if (type === "name") {
      const constant = constantOf(text);
      if (constant !== undefined) return () => constant;
      this.scope.note(text, "load");
      return readName(text);
    }
    if (type === "string") {
      let whole = text;
      while (this.token.type === "string") whole += this.next().text;
      const literal = writtenText(whole);
      return () => literal;
    }
    if (type === "integer" || type === "float") {
      const number = type === "integer" ? BigInt(text) : Number(text);
      return () => number;
    }
    if (type === "operator" && text === "(") {
      const inner = this.deeper(() => this.tuple(true, undefined, true));
      this.expect("operator", ")");
      return inner;
    }
    if (type === "operator" && text === "[") {
      const items = this.listing("]", () => this.expression());
      return (frame) => items.map((one) => one(frame));
    }
    if (type === "operator" && text === "{") {
      const entries = this.listing("}", () => {
        const key = this.expression();
        this.expect("operator", ":");
        return [key, this.expression()] as const;
      });
      return (frame) => py.dict(entries.map(([key, value]) => [key(frame), value(frame)]));
    }
    return this.fail(`unexpected '${text}'`, line);
  }

  /** Items up to a closing bracket; a comma may end them. */
  protected listing<T>(close: string, item: () => T): T[] {
    const items: T[] = [];
    while (!this.operator(close)) {
      if (items.length > 0) this.expect("operator", ",");
      if (items.length > 0 && this.operator(close)) break;
      items.push(item());
    }
    return items;
  }

  private postfix(first: Eval): Eval {
    for (let value = first; ; ) {
      const object = value;
      if (this.operator(".")) {
        const { type, text, line } = this.next();
        if (type !== "name" && type !== "integer") this.fail("expected name or number", line);
        const key = type === "integer" ? BigInt(text) : text;
        value = (frame) => (typeof key === "string" ? attribute(object(frame), key) : item(object(frame), key));
      } else if (this.operator("[")) value = this.subscript(object);
      else if (this.is("operator", "(")) value = this.call(object);
      else return value;
    }
  }

  private subscript(object: Eval): Eval {
    const none = (): Value => null;
    const bound = (): Eval => ([":", "]", ","].some((text) => this.is("operator", text)) ? none : this.expression());
    const first = bound();
    if (this.operator(":")) {
      const [stop, step] = [bound(), this.operator(":") ? bound() : none];
      this.expect("operator", "]");
      return (frame) => slice(object(frame), first(frame), stop(frame), step(frame));
    }
    const keys = first === none ? [] : [first];
    while (!this.operator("]")) {
      this.expect("operator", ",");
      keys.push(this.expression());
    }
    const key: Eval = keys.length === 1 ? keys[0]! : (frame) => py.tuple(keys.map((one) => one(frame)));
    return (frame) => item(object(frame), key(frame));
  }

  private call(callee: Eval): Eval {
    const args = this.arguments();
    const withCaller = (frame: Frame, caller?: Value): Value => call(callee(frame), ...args(frame, caller));
    return Object.assign((frame: Frame) => withCaller(frame), { withCaller });
  }

  private arguments(): Arguments {
    const { line } = this.expect("operator", "(");
    const positional: Eval[] = [];
    const named: (readonly [string, Eval])[] = [];
    let spread: Eval | undefined;
    let spreadNamed: Eval | undefined;
    const ensure = (sound: boolean): void => {
      if (!sound) this.fail("invalid syntax for function call expression", line);
    };
    this.listing(")", () => {
      ensure(spreadNamed === undefined);
      if (this.operator("**")) spreadNamed = this.expression();
      else if (this.operator("*")) {
        ensure(spread === undefined);
        spread = this.expression();
      } else if (this.token.type === "name" && this.is("operator", "=", 1)) {
        const name = this.next().text;
        this.next();
        ensure(!named.some(([other]) => other === name));
        named.push([name, this.expression()]);
      } else {
        ensure(spread === undefined && named.length === 0);
        positional.push(this.expression());
      }
    });
    return (frame, caller) => {
      const values = positional.map((one) => one(frame));
      if (spread !== undefined) for (const value of py.iterate(spread(frame))) values.push(value);
      if (named.length === 0 && spreadNamed === undefined && caller === undefined) return [values, py.NO_KWARGS];
      const kwargs = new Map(named.map(([name, one]) => [name, one(frame)]));
      for (const [name, value] of spreadNamed === undefined ? [] : py.namedArguments(spreadNamed(frame))) {
        if (kwargs.has(name)) throw typeError(`got multiple values for keyword argument '${name}'`);
        kwargs.set(name, value);
      }
      if (caller !== undefined) kwargs.set("caller", caller);
      return [values, kwargs];
    };
  }

  /** A filter or test by its name, which may have dots. */
  private named(table: ReadonlyMap<string, py.Call>, kind: string): py.Call {
    const { line } = this.token;
    let name = this.expect("name").text;
    while (this.operator(".")) name += `.${this.expect("name").text}`;
    const message = `no ${kind} named '${name}'`;
    if (!table.has(name) && this.branches === 0) this.unknown.push(`${message}, line ${line}`);
    const refuse = (): never => {
      throw valueError(message);
    };
    return table.get(name) ?? refuse;
  }

  /** Filters after `|`. @param inline the first one stands without it, as in a filter block */
  protected filters(inline = false): Filter | undefined {
    let all: Filter | undefined;
    for (let bare = inline; bare || this.operator("|"); bare = false) {
      const [before, filter] = [all, this.named(FILTERS, "filter")];
      const args = this.is("operator", "(") ? this.arguments() : NO_ARGUMENTS;
      all = (frame, value) => {
        const input = before === undefined ? value : before(frame, value);
        const [values, kwargs] = args(frame);
        return filter([input, ...values], kwargs);
      };
    }
    return all;
  }

  private test(object: Eval): Eval {
    const negated = this.word("not");
    const test = this.named(TESTS, "test");
    const { type, text } = this.token;
    let args = NO_ARGUMENTS;
    const isValue = type === "name" ? !["else", "or", "and"].includes(text) : /^(string|integer|float)$/.test(type);
    if (this.is("operator", "(")) args = this.arguments();
    else if (isValue || this.is("operator", "[") || this.is("operator", "{")) {
      if (this.is("name", "is")) this.fail("tests cannot be chained with is");
      const argument = this.postfix(this.primary());
      args = (frame) => [[argument(frame)], py.NO_KWARGS];
    }
    return (frame) => {
      const value = object(frame);
      const [values, kwargs] = args(frame);
      const result = test([value, ...values], kwargs);
      return negated ? !py.truth(result) : result;
    };
  }
}
