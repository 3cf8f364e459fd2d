/**
 * A set of `.ninfer` files that is to be written: where every object goes, the directory's text, the frame of each file.
 * Separate from writing, because all of it is known before the first byte: a converter may be stopped and go on, and a
 * plan may be measured without a disk. Invariant: the same directory gives the same bytes, but for the artifact's id.
 */
import { alignUp, withSeparators } from "../../base/bytes.ts";
import { UsageError } from "../../base/errors.ts";
import type { StorageLayout } from "../../base/formats/layout.ts";
import { WEIGHT_LAYOUTS, type WeightFormat } from "../../base/formats/registry.ts";
import { invariant, present } from "../../base/invariant.ts";
import type { JsonObject } from "../json-fields.ts";
import { RESOURCE_ENCODING, spelledFormat } from "./formats.ts";
import { ENTRY_MAGIC, PAGE, PART_MAGIC } from "./framing.ts";

interface NewTensor {
  readonly kind: "tensor";
  readonly id: string;
  readonly shape: readonly number[];
  readonly format: WeightFormat;
}

interface NewResource {
  readonly kind: "resource";
  readonly id: string;
  readonly bytes: number;
}

export type NewObject = NewTensor | NewResource;

/** What a directory says beside objects and files, in the format's own member names. */
export interface NewDirectory {
  readonly components: JsonObject;
  readonly objects: readonly NewObject[];
  readonly bindings: JsonObject;
  readonly uses: readonly JsonObject[];
  readonly metadata: JsonObject;
  readonly provenance: JsonObject;
}

/** An object and where it goes in the payload. */
export type PlacedObject = { readonly offset: number; readonly bytes: number } & (
  | (NewTensor & { readonly layout: StorageLayout })
  | NewResource
);

interface NewFile {
  /** Undefined for the entry file, whose name its writer has. */
  readonly path: string | undefined;
  /** Where the payload starts in the file. */
  readonly payloadStart: number;
  readonly payloadBytes: number;
  /** Position of its first byte in the payload of the set. */
  readonly first: number;
}

export interface NewSet {
  readonly objects: readonly PlacedObject[];
  readonly files: readonly NewFile[];
  readonly payloadBytes: number;
  /** Everything of the entry file that the id does not change. */
  readonly json: Uint8Array;
  /** What stands in front of a file's payload. @param id 16 bytes */
  frame(file: number, id: Uint8Array): Uint8Array;
}

const HEADER = 32;

/**
 * @param entryName file name of the entry, which the parts' names follow
 * @param mostFileBytes files are no longer than this
 * @throws UsageError `shard_too_small`
 */
export function newSet(directory: NewDirectory, entryName: string, mostFileBytes: number): NewSet {
  const objects = placed(directory.objects);
  const last = present(objects.at(-1), "an object");
  const payloadBytes = last.offset + last.bytes;
  // The table of files lengthens the text, and the text the frame of the entry file.
  let payloadStart = alignUp(HEADER + textOf(directory, objects, [payloadBytes], entryName).length, PAGE);
  for (;;) {
    const sizes = fileSizes(payloadBytes, payloadStart, mostFileBytes);
    const text = textOf(directory, objects, sizes, entryName);
    if (HEADER + text.length <= payloadStart) return setOf(objects, sizes, text, payloadStart, entryName);
    payloadStart = alignUp(HEADER + text.length, PAGE);
  }
}

/** Resources follow one another, tensors start at multiples of 256. */
function placed(objects: readonly NewObject[]): readonly PlacedObject[] {
  let cursor = 0;
  return objects.map((object) => {
    if (object.kind === "resource") {
      const offset = cursor;
      cursor += object.bytes;
      return { ...object, offset };
    }
    const layout = WEIGHT_LAYOUTS[object.format].storage(object.shape);
    invariant(typeof layout !== "string", `${object.id} of ${object.format}: ${layout}`);
    const offset = alignUp(cursor, 256);
    cursor = offset + layout.bytes;
    return { ...object, offset, bytes: layout.bytes, layout };
  });
}

/** Payload bytes of each file: whole pages in all but the last. */
function fileSizes(payloadBytes: number, payloadStart: number, most: number): readonly number[] {
  if (payloadStart + payloadBytes <= most) return [payloadBytes];
  const inEntry = Math.floor((most - payloadStart) / PAGE) * PAGE;
  const inPart = Math.floor((most - PAGE) / PAGE) * PAGE;
  if (inEntry <= 0 || inPart <= 0) {
    const needed = withSeparators(payloadStart + PAGE);
    throw new UsageError("shard_too_small", `files of ${withSeparators(most)} bytes: needed at least ${needed}`, {
      hint: "`shardBytes` must hold the directory and a page of weights",
    });
  }
  const sizes = [inEntry];
  for (let left = payloadBytes - inEntry; left > 0; left -= inPart) sizes.push(Math.min(left, inPart));
  return sizes;
}

function pathOf(file: number, entryName: string): string | undefined {
  return file === 0 ? undefined : `${entryName}.part-${String(file).padStart(4, "0")}`;
}

/** The directory in the order of members that the format's own writer has. */
function textOf(
  { components, bindings, uses, metadata, provenance }: NewDirectory,
  objects: readonly PlacedObject[],
  sizes: readonly number[],
  entryName: string,
): Uint8Array {
  const directory = {
    components,
    objects: objects.map(entryOf),
    bindings,
    uses,
    metadata,
    provenance,
    files: sizes.map((bytes, i) => ({ path: pathOf(i, entryName) ?? null, payload_bytes: bytes })),
  };
  return new TextEncoder().encode(JSON.stringify(directory));
}

function entryOf(object: PlacedObject): JsonObject {
  const { id, offset, bytes } = object;
  if (object.kind === "resource") return { id, encoding: RESOURCE_ENCODING[3], offset, bytes, kind: "resource" };
  const { format, layout } = present(spelledFormat(object.format), `a word for ${object.format}`);
  return { id, shape: object.shape, format, layout, offset, bytes, kind: "tensor" };
}

function setOf(
  objects: readonly PlacedObject[],
  sizes: readonly number[],
  text: Uint8Array,
  payloadStart: number,
  entryName: string,
): NewSet {
  let first = 0;
  const files = sizes.map((payloadBytes, i): NewFile => {
    const file = { path: pathOf(i, entryName), payloadStart: i === 0 ? payloadStart : PAGE, payloadBytes, first };
    first += payloadBytes;
    return file;
  });
  // The text ends in blanks, so that the payload begins where the frame ends.
  const json = new Uint8Array(payloadStart - HEADER).fill(0x20);
  json.set(text);
  const frame = (file: number, id: Uint8Array): Uint8Array => {
    const bytes = new Uint8Array(files[file]!.payloadStart);
    bytes.set(file === 0 ? ENTRY_MAGIC : PART_MAGIC);
    bytes[7] = 3;
    new DataView(bytes.buffer).setBigUint64(8, BigInt(file === 0 ? json.length : file), true);
    bytes.set(id, 16);
    if (file === 0) bytes.set(json, HEADER);
    return bytes;
  };
  return { objects, files, payloadBytes: first, json, frame };
}

/** The pieces of payload bytes `[offset, offset + length)` in the files of a set. */
export function filePieces(
  { files }: NewSet,
  offset: number,
  length: number,
): readonly { readonly file: number; readonly at: number; readonly begin: number; readonly end: number }[] {
  return files.flatMap(({ first, payloadBytes, payloadStart }, file) => {
    const begin = Math.max(offset, first);
    const end = Math.min(offset + length, first + payloadBytes);
    return begin < end ? [{ file, at: payloadStart + begin - first, begin: begin - offset, end: end - offset }] : [];
  });
}
