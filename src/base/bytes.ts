/** Byte counts in words people read, and sizes that hardware wants. Exact counts always stand beside rounded ones. */

export function alignUp(value: number, alignment: number): number {
  return Math.ceil(value / alignment) * alignment;
}

export function ceilDivide(value: number, divisor: number): number {
  return Math.ceil(value / divisor);
}

export function product(values: readonly number[]): number {
  return values.reduce((a, b) => a * b, 1);
}

/** `5,398,826,240`: exact digits with separators, the same on every locale. */
export function withSeparators(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** `5.03 GiB`, for a person; scripts get exact bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ["KiB", "MiB", "GiB", "TiB"];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value.toFixed(2)} ${units[unit]}`;
}
