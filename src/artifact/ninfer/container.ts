/**
 * An opened `.ninfer` file or set of files: its directory, and reads of objects, rows and element ranges. Knows bytes
 * and formats, no model. Parts of a set are opened when a range falls into them, so a part nobody needs may be absent.
 */
import { withSeparators } from "../../base/bytes.ts";
import { ArtifactError } from "../../base/errors.ts";
import { planeSpans } from "../../base/formats/layout.ts";
import type { ByteSource, SourceDirectory } from "../artifact.ts";
import { DECODERS } from "../formats/decoders.ts";
import { allEnded, checkRange, cutShort, readInto } from "../sources.ts";
import type { Directory, ElementRange, ResolvedTensor } from "./directory.ts";
import { checkResource, objectError, resolveTensor } from "./directory.ts";
import { parseOlderDirectory } from "./directory-v1-v2.ts";
import { parseDirectoryV3 } from "./directory-v3.ts";
import { checkPartFrame, readEntryFrame } from "./framing.ts";

export interface NinferContainer {
  readonly name: string;
  readonly directory: Directory;
  /** 32 hexadecimal digits; version 3 only. */
  readonly artifactId?: string;
  /** Bytes of header, directory and payload over all files. */
  readonly bytes: number;
  /** The tensor object, with format and size checked. @throws ArtifactError `no_such_tensor`, `ninfer_object`. */
  tensor(object: string): ResolvedTensor;
  /** `length` bytes from `offset` of the payload. */
  readPayload(offset: number, length: number): Promise<Uint8Array>;
  /** Fills `target` with the bytes from `offset` of the payload. */
  readPayloadInto(offset: number, target: Uint8Array): Promise<void>;
  /** Rows `[start, end)` decoded; a tensor without dimensions is one row. */
  readRows(tensor: ResolvedTensor, start: number, end: number): Promise<Float32Array>;
  /** Elements of the ranges in order, decoded. */
  readElements(ranges: readonly ElementRange[]): Promise<Float32Array>;
  /** All bytes of a resource object. */
  readResource(object: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface NinferOpenOptions {
  /** Where the parts of a set are; needed only for sets. */
  readonly siblings?: SourceDirectory;
  /** The entry's own file name; by default the last component of the source's name. */
  readonly entryName?: string;
}

/**
 * Reads and checks header and directory; no payload byte is read.
 * @throws ArtifactError `ninfer_frame`, `source_truncated` with both sizes, `ninfer_directory`, `ninfer_object`,
 * `bad_json`, `bad_utf8`;
 * UnsupportedError `ninfer_version`, `ninfer_format`, `ninfer_fork_format`, `ninfer_too_large`.
 */
export async function openNinfer(source: ByteSource, options: NinferOpenOptions = {}): Promise<NinferContainer> {
  const frame = await readEntryFrame(source);
  const inEntry = source.size - frame.payloadStart;
  if (frame.version !== 3) {
    const directory = parseOlderDirectory(source.name, frame.version, frame.json, inEntry);
    const last = [...directory.objects.values()].at(-1);
    const end = last === undefined ? 0 : last.offset + last.bytes;
    if (end > inEntry) throw cutShort(source.name, source.size, frame.payloadStart + end);
    return containerOf(source.name, directory, new Payload(source, frame.payloadStart, directory, "", undefined));
  }
  const entryName = options.entryName ?? source.name.split(/[/\\]/).at(-1)!;
  const directory = parseDirectoryV3(source.name, entryName, frame.json);
  const needed = directory.files[0]!.payloadBytes;
  if (needed > inEntry) throw cutShort(source.name, source.size, frame.payloadStart + needed);
  if (needed < inEntry) {
    throw new ArtifactError(
      "ninfer_frame",
      `${source.name}: needed ${withSeparators(needed)} payload bytes in the entry file, found ${withSeparators(inEntry)}`,
      { hint: "the file is damaged; download it again", data: { file: source.name } },
    );
  }
  const id = frame.artifactId!;
  const payload = new Payload(source, frame.payloadStart, directory, id, options.siblings);
  return { ...containerOf(source.name, directory, payload), artifactId: id };
}

interface Segment {
  /** Position of the first byte in the payload. */
  readonly start: number;
  readonly bytes: number;
  /** The open file and where its payload starts. */
  open(): Promise<{ readonly source: ByteSource; readonly payloadStart: number }>;
}

/** The logical payload over one or more files. */
class Payload {
  readonly bytes: number;
  readonly fileBytes: number;
  private readonly segments: readonly Segment[];
  private readonly opened: Promise<{ source: ByteSource }>[] = [];
  private readonly entry: ByteSource;

  constructor(
    entry: ByteSource,
    payloadStart: number,
    directory: Directory,
    artifactId: string,
    siblings: SourceDirectory | undefined,
  ) {
    this.entry = entry;
    let start = 0;
    this.segments = directory.files.map((file, index) => {
      const segment: Segment = {
        start,
        bytes: file.payloadBytes,
        open: once(async () => {
          if (file.path === null) return { source: entry, payloadStart };
          const part = openPart(entry, siblings, file.path, index, artifactId, file.payloadBytes);
          this.opened.push(part);
          return part;
        }),
      };
      start += file.payloadBytes;
      return segment;
    });
    this.bytes = start;
    this.fileBytes = payloadStart + start + (directory.files.length - 1) * 4096;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const [only, ...others] = this.touched(offset, length);
    if (only !== undefined && others.length === 0) {
      const { source, payloadStart } = await only.open();
      return source.read(payloadStart + offset - only.start, length);
    }
    const whole = new Uint8Array(length);
    await this.readInto(offset, whole);
    return whole;
  }

  async readInto(offset: number, target: Uint8Array): Promise<void> {
    const end = offset + target.byteLength;
    await allEnded(
      this.touched(offset, target.byteLength).map(async (segment) => {
        const from = Math.max(offset, segment.start);
        const to = Math.min(end, segment.start + segment.bytes);
        const { source, payloadStart } = await segment.open();
        await readInto(source, payloadStart + from - segment.start, target.subarray(from - offset, to - offset));
      }),
    );
  }

  private touched(offset: number, length: number): readonly Segment[] {
    checkRange(`${this.entry.name}: payload`, this.bytes, offset, length);
    return this.segments.filter((s) => s.start < offset + length && offset < s.start + s.bytes);
  }

  async close(): Promise<void> {
    const parts = await Promise.allSettled(this.opened);
    const sources = parts.flatMap((part) => (part.status === "fulfilled" ? [part.value.source] : []));
    await Promise.all([this.entry, ...sources].map((source) => source.close()));
  }
}

/** Runs `open` on first use; a failure is not remembered, so that a part that arrives late can be read. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    if (result === undefined) {
      result = open();
      result.catch(() => {
        result = undefined;
      });
    }
    return result;
  };
}

async function openPart(
  entry: ByteSource,
  siblings: SourceDirectory | undefined,
  path: string,
  index: number,
  artifactId: string,
  payloadBytes: number,
): Promise<{ source: ByteSource; payloadStart: number }> {
  const source = await siblings?.open(path);
  if (source === undefined) {
    throw new ArtifactError(
      "ninfer_part_missing",
      `${entry.name}: needed part ${index}, ${path}, and it is not there`,
      {
        hint:
          siblings === undefined
            ? "open the folder that holds all parts"
            : "the download is incomplete; fetch the part",
        data: { part: path },
      },
    );
  }
  try {
    return { source, payloadStart: await checkPartFrame(source, index, artifactId, payloadBytes) };
  } catch (error) {
    await source.close();
    throw error;
  }
}

function containerOf(name: string, directory: Directory, payload: Payload): NinferContainer {
  const resolved = new Map<string, ResolvedTensor>();
  const tensor = (object: string): ResolvedTensor => {
    const before = resolved.get(object);
    if (before !== undefined) return before;
    const found = directory.objects.get(object);
    if (found?.kind !== "tensor") {
      throw new ArtifactError("no_such_tensor", `${name}: found no tensor object ${JSON.stringify(object)}`);
    }
    const result = resolveTensor(directory.version, found);
    resolved.set(object, result);
    return result;
  };
  const readRows = (from: ResolvedTensor, start: number, end: number) => decodeRows(payload, from, start, end);
  return {
    name,
    directory,
    bytes: payload.fileBytes,
    tensor,
    readPayload: (offset, length) => payload.read(offset, length),
    readPayloadInto: (offset, target) => payload.readInto(offset, target),
    readRows,
    readElements: (ranges) =>
      decodeElements(
        readRows,
        ranges.map((range) => ({ ...range, tensor: tensor(range.object) })),
      ),
    async readResource(object) {
      const found = directory.objects.get(object);
      if (found?.kind !== "resource")
        throw objectError(object, "a resource", found === undefined ? "nothing" : "a tensor");
      checkResource(directory.version, found);
      return payload.read(found.offset, found.bytes);
    },
    close: () => payload.close(),
  };
}

async function decodeRows(
  payload: Payload,
  { offset, format, layout }: ResolvedTensor,
  start: number,
  end: number,
): Promise<Float32Array> {
  const spans = planeSpans(layout, start, end);
  const planes = await Promise.all(spans.map((span) => payload.read(offset + span.offset, span.length)));
  const { trailer } = layout;
  const tail = trailer === undefined ? new Uint8Array(0) : await payload.read(offset + trailer.offset, trailer.bytes);
  const firstRow = Math.floor(start / layout.unitRows) * layout.unitRows;
  return DECODERS[format]({ columns: layout.columns, firstRow, planes, trailer: tail }, start, end);
}

async function decodeElements(
  readRows: NinferContainer["readRows"],
  ranges: readonly (ElementRange & { readonly tensor: ResolvedTensor })[],
): Promise<Float32Array> {
  const values = new Float32Array(ranges.reduce((total, { begin, end }) => total + end - begin, 0));
  let at = 0;
  for (const { tensor, begin, end } of ranges) {
    const { columns } = tensor.layout;
    const firstRow = Math.floor(begin / columns);
    const rows = await readRows(tensor, firstRow, Math.ceil(end / columns));
    const skip = begin - firstRow * columns;
    values.set(rows.subarray(skip, skip + end - begin), at);
    at += end - begin;
  }
  return values;
}
