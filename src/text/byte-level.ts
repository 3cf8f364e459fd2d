/**
 * The byte-level alphabet of tokenizer files: 256 printable characters that stand for the 256 byte values in token
 * texts. Separate because reading a vocabulary and decoding ids must use the same map, in opposite directions.
 * Invariant: the map is a bijection.
 */

const BYTE_TO_CODE = buildByteToCode();
/** Byte of each character code of the alphabet, -1 for other codes. */
const CODE_TO_BYTE = new Int16Array(0x180).fill(-1);
for (const [byte, code] of BYTE_TO_CODE.entries()) CODE_TO_BYTE[code] = byte;

function buildByteToCode(): Uint16Array {
  const codes = new Uint16Array(256);
  let next = 256;
  for (let byte = 0; byte < 256; byte++) {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    codes[byte] = printable ? byte : next++;
  }
  return codes;
}

/** The one-character token text of a byte. */
export function byteCharacter(byte: number): string {
  return String.fromCharCode(BYTE_TO_CODE[byte]!);
}

/** The token text of a run of bytes. */
export function byteLevelText(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byteCharacter(byte);
  return text;
}

/** The byte that a character of the alphabet stands for, -1 for another character. */
export function byteOf(code: number): number {
  return code < CODE_TO_BYTE.length ? CODE_TO_BYTE[code]! : -1;
}
