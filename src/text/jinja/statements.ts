/**
 * Statements: tags and the text between them to closures that write. Separate from expressions, which know no tags.
 * Invariant: where a tag opens a scope in Jinja, and only there, its body is parsed in a scope of its own.
 */
import {
  type Assign,
  asNamespace,
  type Eval,
  type Exec,
  exportsOf,
  type Frame,
  loop,
  type MacroCode,
  makeMacro,
  NameScope,
  readName,
  sequence,
} from "./evaluate.ts";
import { ExpressionParser, type Target } from "./expressions.ts";
import { tokenize } from "./lexer.ts";
import { typeError } from "./python/limits.ts";
import { print } from "./python/print.ts";
import { Builder, writtenText } from "./python/text.ts";
import * as py from "./python/values.ts";

/** @throws JinjaError `syntax` */
export const parse = (source: string): ((context: Frame) => void) => new StatementParser(tokenize(source)).template();

const output =
  (value: Eval): Exec =>
  (frame) =>
    void frame.out.add(print(value(frame)));

class StatementParser extends ExpressionParser {
  /** Tags that are open, innermost last. */
  private readonly open: string[] = [];
  private readonly blocks = new Set<string>();
  /** Loops around this place within its function. */
  private loops = 0;

  template(): (context: Frame) => void {
    const body = this.statements([]);
    for (const message of this.unknown) this.fail(message);
    return (context) => void body(this.scope.enter(context));
  }

  /** Statements up to a tag of the given names, which stays the current token. */
  private statements(ends: readonly string[]): Exec {
    const parts: Exec[] = [];
    for (let token = this.next(); ; token = this.next()) {
      if (token.type === "data") {
        const text = writtenText(token.text);
        parts.push((frame) => void frame.out.add(text));
      } else if (token.type === "print") {
        parts.push(output(this.tuple()));
        this.expect("end", "}}");
      } else if (token.type === "block") {
        if (this.token.type === "name" && ends.includes(this.token.text)) break;
        parts.push(this.deeper(() => this.statement()));
        this.expect("end", "%}");
      } else {
        if (ends.length > 0) this.fail(`the template ends inside '${this.open.at(-1)}', expected ${ends.join(" or ")}`);
        break;
      }
    }
    return sequence(parts);
  }

  /** What stands between a tag and the tag that ends it, with that tag's name. */
  private body(...ends: string[]): readonly [Exec, string] {
    this.operator(":");
    this.expect("end", "%}");
    return [this.statements(ends), this.next().text];
  }

  /** A body in a scope and function of its own, which loops around it do not reach into. */
  private functionBody(scope: NameScope, end: string): Exec {
    const loops = this.loops;
    this.loops = 0;
    const [body] = this.within(scope, () => this.body(end));
    this.loops = loops;
    return body;
  }

  private statement(): Exec {
    const { text: tag, line } = this.expect("name");
    this.open.push(tag);
    const statement = this.tag(tag, line);
    this.open.pop();
    return statement;
  }

  private tag(tag: string, line: number): Exec {
    switch (tag) {
      case "for":
        return this.for();
      case "if":
        return this.if();
      case "set":
        return this.set();
      case "macro": {
        const name = this.name();
        this.scope.note(name, "store");
        const code = this.macro(name, "endmacro");
        return (frame) => void frame.variables.set(name, makeMacro(code, frame));
      }
      case "call": {
        let called: Eval | undefined;
        const code = this.macro("caller", "endcall", () => (called = this.expression()));
        const invoke = called!.withCaller ?? this.fail("expected call", line);
        return output((frame) => invoke(frame, makeMacro(code, frame)));
      }
      case "generation": {
        const code = this.macro("generation", "endgeneration");
        return output((frame) => makeMacro(code, frame).call([], py.NO_KWARGS));
      }
      case "filter":
        return this.captured(true, "endfilter", (frame, value) => void frame.out.add(print(value)));
      case "with":
        return this.with();
      case "block":
        return this.block();
      case "print": {
        const values = [output(this.expression())];
        while (this.operator(",")) values.push(output(this.expression()));
        return sequence(values);
      }
      case "break":
      case "continue":
        return this.loops > 0 ? () => tag : this.fail(`'${tag}' outside a loop`, line);
      case "include":
      case "import":
      case "from":
      case "extends": {
        const template = this.expression();
        while (this.token.type !== "end" && this.token.type !== "eof") this.next();
        return (frame) => {
          throw typeError(`no other template can be loaded: ${py.typeName(template(frame))}`);
        };
      }
      default:
        return this.fail(`unknown tag '${tag}' inside '${this.open.at(-2) ?? "the template"}'`, line);
    }
  }

  private for(): Exec {
    this.fors++;
    const { assign, names } = this.target("in");
    this.expect("name", "in");
    const scope = new NameScope(this.scope, ["loop", ...names]);
    const testScope = new NameScope(this.scope, names);
    const elseScope = new NameScope(this.scope);
    const over = this.tuple(false, "recursive");
    const test = this.word("if") ? this.within(testScope, () => this.expression()) : undefined;
    const recursive = this.word("recursive");
    this.loops++;
    const [body, end] = this.within(scope, () => this.body("endfor", "else"));
    this.loops--;
    const otherwise = end === "else" ? this.within(elseScope, () => this.body("endfor")[0]) : sequence([]);
    this.fors--;
    return loop({ scope, testScope, elseScope, assign, over, test, body, otherwise, recursive });
  }

  private if(): Exec {
    const branches: (readonly [Eval, Exec])[] = [];
    let otherwise = sequence([]);
    this.branches++;
    for (let end = "elif"; end === "elif"; ) {
      const test = this.tuple(false);
      this.scope.branches++;
      const [body, next] = this.body("elif", "else", "endif");
      branches.push([test, body]);
      if (next === "else") [otherwise] = this.body("endif");
      this.scope.branches--;
      end = next;
    }
    this.branches--;
    return (frame) => {
      for (const [test, body] of branches) if (py.truth(test(frame))) return body(frame);
      return otherwise(frame);
    };
  }

  private set(): Exec {
    const { assign, names, spaces } = this.target(undefined, true);
    const value = this.operator("=") ? this.tuple() : undefined;
    for (const name of spaces) this.scope.note(name, "load");
    for (const name of names) this.scope.note(name, "store");
    if (value !== undefined) {
      const checks = spaces.map(readName);
      return (frame) => {
        for (const space of checks) asNamespace(space(frame));
        assign(frame, value(frame));
        return undefined;
      };
    }
    return this.captured(false, "endset", assign);
  }

  /** A body whose text goes through filters to where it is put. @param bare the first filter stands without `|` */
  private captured(bare: boolean, end: string, put: Assign): Exec {
    const scope = new NameScope(this.scope);
    const [filter, [body]] = this.within(scope, () => [this.filters(bare), this.body(end)] as const);
    return (frame) => {
      const inner = scope.enter(frame, new Builder());
      const flow = body(inner);
      const text = inner.out.result();
      if (flow === undefined) put(frame, filter === undefined ? text : filter(inner, text));
      return flow;
    };
  }

  private with(): Exec {
    const targets: Target[] = [];
    const values: Eval[] = [];
    while (this.token.type !== "end") {
      if (targets.length > 0) this.expect("operator", ",");
      targets.push(this.target());
      this.expect("operator", "=");
      values.push(this.expression());
    }
    const names = targets.flatMap((target) => target.names);
    const scope = new NameScope(this.scope, names);
    const [body] = this.within(scope, () => this.body("endwith"));
    return (frame) => {
      const inner = scope.enter(frame);
      for (const [i, { assign }] of targets.entries()) assign(inner, values[i]!(frame));
      return body(inner);
    };
  }

  private block(): Exec {
    const name = this.name();
    if (this.blocks.has(name)) this.fail(`block '${name}' defined twice`);
    this.blocks.add(name);
    const scope = new NameScope(this.word("scoped") ? this.scope : undefined);
    const body = this.functionBody(scope, "endblock");
    this.word(name);
    return (frame) => void body(scope.enter(scope.parent === undefined ? exportsOf(frame) : frame, frame.out));
  }

  /** A macro, or what a call block makes of its body. @param between parses what stands before the body */
  private macro(name: string, end: string, between?: () => void): MacroCode {
    const scope = new NameScope(this.scope);
    const params: (readonly [string, Eval | undefined])[] = [];
    const param = (): void => {
      const own = this.name();
      scope.note(own, "param");
      const fallback = this.operator("=") ? this.expression() : undefined;
      if (fallback === undefined && params.at(-1)?.[1] !== undefined) this.fail("non-default argument follows default");
      if (params.some(([other]) => other === own)) this.fail(`duplicate argument '${own}'`);
      params.push([own, fallback]);
    };
    if (name !== "generation" && this.operator("(")) this.within(scope, () => this.listing(")", param));
    else if (end === "endmacro") this.expect("operator", "(");
    between?.();
    return { name, scope, params, body: this.functionBody(scope, end) };
  }
}
