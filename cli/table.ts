/** Columns of text for people. Numbers are right-aligned; nothing is cut. */

export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
}

export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ align }, at) => (align === "right" ? cells[at]!.padStart(widths[at]!) : cells[at]!.padEnd(widths[at]!)))
      .join("  ")
      .trimEnd();
  return [line(columns.map(({ title }) => title)), ...rows.map(line)].join("\n");
}

/** `name value` lines with the values below each other. */
export function formatFacts(facts: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  return facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}
