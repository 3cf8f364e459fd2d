/**
 * Unicode classes of characters as one byte each, in the partition that the split patterns need. Separate because the
 * table is derived from the JavaScript engine's own Unicode data and shared by all tokenizers. Whitespace here is the
 * Unicode property White_Space, as in the reference implementation: U+0085 belongs to it, U+FEFF does not.
 */

export const CLASS = {
  other: 0,
  letter: 1,
  number: 2,
  /** Whitespace other than CR and LF. */
  space: 3,
  /** CR or LF. */
  newline: 4,
  /** First half of a surrogate pair: look at the whole code point. */
  pair: 5,
} as const;

/** Code points below this are in the table; above it letters and numbers do not occur, marks are tested one by one. */
const TABLE_SIZE = 0x40000;

export interface CharacterClasses {
  /** By code point below 0x40000; the first 65,536 entries may be indexed by UTF-16 units of well-formed text. */
  readonly table: Uint8Array;
  /** Class of any code point. */
  of(codePoint: number): number;
}

const built = new Map<boolean, CharacterClasses>();

/** Marks (category M) count as letters in the Qwen3.5 pattern and as other characters in the older ones. */
export function characterClasses(marksAreLetters: boolean): CharacterClasses {
  let classes = built.get(marksAreLetters);
  if (classes === undefined) {
    classes = buildClasses(marksAreLetters);
    built.set(marksAreLetters, classes);
  }
  return classes;
}

function buildClasses(marksAreLetters: boolean): CharacterClasses {
  const table = new Uint8Array(TABLE_SIZE);
  const markClass = marksAreLetters ? CLASS.letter : CLASS.other;
  let all = "";
  for (let start = 0; start < TABLE_SIZE; start += 0x800) {
    if (start === 0xd800) continue;
    all += String.fromCodePoint(...Array.from({ length: 0x800 }, (_, i) => start + i));
  }
  const paint = (pattern: RegExp, value: number): void => {
    for (const match of all.matchAll(pattern)) {
      // A run never crosses from U+D7FF to U+E000, the one gap in `all`, because both neighbours are unassigned or private.
      const first = match[0].codePointAt(0)!;
      table.fill(value, first, first + [...match[0]].length);
    }
  };
  paint(/\p{L}+/gu, CLASS.letter);
  paint(/\p{M}+/gu, markClass);
  paint(/\p{N}+/gu, CLASS.number);
  paint(/\p{White_Space}+/gu, CLASS.space);
  table[0x0a] = CLASS.newline;
  table[0x0d] = CLASS.newline;
  table.fill(CLASS.pair, 0xd800, 0xdc00);
  const rare = (codePoint: number): number => {
    const character = String.fromCodePoint(codePoint);
    if (/\p{L}/u.test(character)) return CLASS.letter;
    if (/\p{N}/u.test(character)) return CLASS.number;
    return /\p{M}/u.test(character) ? markClass : CLASS.other;
  };
  return { table, of: (codePoint) => (codePoint < TABLE_SIZE ? table[codePoint]! : rare(codePoint)) };
}
