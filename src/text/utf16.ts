/**
 * Text as UTF-16 units in a typed array. Separate because the splitter, the piece symbols and the tokenizer all walk
 * over units, and what they rest on is made here. Invariant: the units are well-formed, every surrogate is one of a
 * pair.
 */

const REPLACEMENT = 0xfffd;

/** Copies a string's units, lone surrogates as U+FFFD. Returns the bitwise or of all units: at least the highest. */
export function copyUnits(text: string, units: Uint16Array): number {
  let seen = 0;
  const { length } = text;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    units[i] = unit;
    seen |= unit;
  }
  if (seen >= 0xd800) replaceLoneSurrogates(units, length);
  return seen;
}

function replaceLoneSurrogates(units: Uint16Array, length: number): void {
  for (let i = 0; i < length; i++) {
    const unit = units[i]!;
    if ((unit & 0xf800) !== 0xd800) continue;
    const paired = unit < 0xdc00 && i + 1 < length && (units[i + 1]! & 0xfc00) === 0xdc00;
    if (paired) i++;
    else units[i] = REPLACEMENT;
  }
}

export function isSurrogate(unit: number): boolean {
  return (unit & 0xf800) === 0xd800;
}

/** Code point of the surrogate pair that begins at a place. */
export function pairAt(units: Uint16Array, at: number): number {
  return 0x10000 + ((units[at]! - 0xd800) << 10) + (units[at + 1]! - 0xdc00);
}

/** First UTF-8 byte of the character that begins with this unit. */
export function leadByte(unit: number): number {
  if (unit < 0x80) return unit;
  if (unit < 0x800) return 0xc0 | (unit >> 6);
  if (!isSurrogate(unit)) return 0xe0 | (unit >> 12);
  return 0xf0 | ((unit - 0xd800 + 0x40) >> 8);
}
