/**
 * Jinja templates as transformers renders chat templates: Python's Jinja2 in its immutable sandbox, with trim_blocks,
 * lstrip_blocks, loop controls, the `generation` tag and `tojson` without HTML escapes. Separate because this is all
 * that others need to know of the interpreter. Not supported: other templates (include, import, extends), autoescape,
 * bytes, complex numbers, `self` of blocks, and the filters that library.ts names.
 */
import { globalsOf } from "./globals.ts";
import { DEFAULT_LIMITS, type Limits, metered } from "./python/limits.ts";
import { Builder, type Spans, spansOf, textOf } from "./python/text.ts";
import { fromData, type Value } from "./python/values.ts";
import { parse } from "./statements.ts";

export { JinjaError } from "./python/limits.ts";
export { writtenText } from "./python/text.ts";
export { dict, fromData, tuple, type Value } from "./python/values.ts";

export interface Rendered {
  readonly text: string;
  /** Which parts of the text the template itself wrote; the rest came with the variables. */
  readonly written: Spans;
}

interface RenderOptions {
  readonly limits?: Partial<Limits>;
  /** What `strftime_now` tells. Default: now. */
  readonly clock?: () => Date;
}

export interface JinjaTemplate {
  /**
   * @param variables values in a Map, or plain data in an object
   * @throws JinjaError
   */
  render(variables: ReadonlyMap<string, Value> | Readonly<Record<string, unknown>>, options?: RenderOptions): Rendered;
}

/** @throws JinjaError `syntax`, `limit` */
export function parseTemplate(source: string): JinjaTemplate {
  const body = metered(DEFAULT_LIMITS, () => parse(source));
  return {
    render(given, { limits, clock = () => new Date() } = {}) {
      return metered({ ...DEFAULT_LIMITS, ...limits }, () => {
        const variables = globalsOf(clock);
        if (given instanceof Map) for (const [name, value] of given) variables.set(name, value);
        else for (const [name, value] of Object.entries(given)) variables.set(name, fromData(value));
        const out = new Builder();
        body({ variables, parent: undefined, out });
        const text = out.result();
        return { text: textOf(text), written: spansOf(text) };
      });
    },
  };
}
