/** The parts of the command line that need no process: suggestions, colours, progress, input, chat commands. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wantsColour } from "../../cli/colour.ts";
import { type Message, MessageLines } from "../../cli/message-lines.ts";
import { pipedMessages } from "../../cli/message-reader.ts";
import { PasteSplitter, pastedLines } from "../../cli/paste.ts";
import { loadProgress } from "../../cli/progress.ts";
import { formatTable } from "../../cli/table.ts";
import { decodeUtf8, standardInputLines } from "../../cli/text-input.ts";
import { RequestError } from "../../src/base/errors.ts";
import { nearestName } from "../../src/base/nearest-name.ts";
import { SEED } from "../base/seed.ts";

describe("nearestName", () => {
  const names = ["auto", "cpu", "webgpu", "cuda", "cuda-emulated"];

  it("finds names one or two slips away", () => {
    expect(nearestName("webgup", names)).toBe("webgpu");
    expect(nearestName("CUDA", names)).toBe("cuda");
    expect(nearestName("cpi", names)).toBe("cpu");
    expect(nearestName("cuda-emulatd", names)).toBe("cuda-emulated");
  });

  it("says nothing rather than something far", () => {
    for (const word of ["", "x", "metal", "vulkan", "ab"]) expect(nearestName(word, names)).toBeUndefined();
  });
});

describe("wantsColour", () => {
  it("follows the terminal, FORCE_COLOR, and above all NO_COLOR", () => {
    const terminal = { isTTY: true };
    expect(wantsColour(terminal, {})).toBe(true);
    expect(wantsColour({}, {})).toBe(false);
    expect(wantsColour(terminal, { TERM: "dumb" })).toBe(false);
    expect(wantsColour({}, { FORCE_COLOR: "1" })).toBe(true);
    expect(wantsColour(terminal, { FORCE_COLOR: "0" })).toBe(false);
    expect(wantsColour(terminal, { NO_COLOR: "1", FORCE_COLOR: "1" })).toBe(false);
    expect(wantsColour(terminal, { NO_COLOR: "" })).toBe(true);
  });
});

describe("loadProgress", () => {
  function recorded(isTTY: boolean, timesMs: readonly number[]): string[] {
    const written: string[] = [];
    let now = 0;
    const stream = {
      isTTY,
      write(text: string) {
        written.push(text);
      },
    };
    const progress = loadProgress(stream, () => now);
    for (const [at, timeMs] of timesMs.entries()) {
      now = timeMs;
      progress.listener((at + 1) * 2 ** 20, 100 * 2 ** 20);
    }
    progress.end();
    return written;
  }

  it("is silent when a load is short", () => {
    expect(recorded(true, [10, 100, 400])).toEqual([]);
    expect(recorded(false, [10, 100, 4999])).toEqual([]);
  });

  it("writes a line per five seconds into a file", () => {
    const lines = recorded(false, [1000, 2000, 5000, 6000, 9999, 10_000]);
    expect(lines).toEqual([
      "loading 3.00 MiB of 100.00 MiB (3 %) at 512.00 KiB/s, 194 s left\n",
      "loading 6.00 MiB of 100.00 MiB (6 %) at 614.40 KiB/s, 157 s left\n",
    ]);
  });

  it("tells the rate of the last seconds, whatever went before", () => {
    // Ten pieces at once, then one in two seconds.
    const times = [...new Array(10).fill(100), 2000, 4000, 6000, 8000, 10_000, 12_000];
    expect(recorded(false, times).at(-1)).toBe("loading 16.00 MiB of 100.00 MiB (16 %) at 512.00 KiB/s, 168 s left\n");
  });

  it("rewrites one line of a terminal and removes it at the end", () => {
    const written = recorded(true, [500, 550, 700]);
    expect(written).toHaveLength(3);
    expect(written[0]).toMatch(/^\r\u001b\[2Kloading 1\.00 MiB/);
    expect(written[1]).toContain("3.00 MiB");
    expect(written[2]).toBe("\r\u001b[2K");
  });
});

describe("text input", () => {
  it("names the first bad byte, also of a cut character", () => {
    const place = (bytes: readonly number[]): unknown => {
      try {
        return decodeUtf8(Uint8Array.from(bytes), "x");
      } catch (error) {
        expect(error).toBeInstanceOf(RequestError);
        return (error as RequestError).data["offset"];
      }
    };
    expect(place([0x41, 0x42])).toBe("AB");
    expect(place([0x41, 0xff, 0x42])).toBe(1);
    expect(place([0xe4, 0xbd, 0xa0, 0x80])).toBe(3);
    expect(place([0x41, 0xe4, 0xbd])).toBe(3);
    expect(place([0xed, 0xa0, 0x80])).toBeLessThanOrEqual(1);
  });

  it("gives the lines of a text however it is cut into chunks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" })), fc.infiniteStream(fc.nat(7)), async (texts, cuts) => {
        const text = texts.join("\n");
        const bytes = Buffer.from(text);
        async function* chunks(): AsyncGenerator<Uint8Array> {
          for (let at = 0; at < bytes.length; ) {
            const { value } = cuts.next();
            yield bytes.subarray(at, at + value);
            at += value === 0 ? 1 : value;
            if (value === 0) yield bytes.subarray(at - 1, at);
          }
        }
        const lines: string[] = [];
        for await (const line of standardInputLines(chunks())) lines.push(line);
        const expected = Buffer.from(text).toString().split("\n");
        if (expected.at(-1) === "") expected.pop();
        expect(lines).toEqual(expected.map((line) => line.replace(/\r$/, "")));
      }),
      { numRuns: 200 },
    );
  });

  /** The messages of a pipe that holds this text. */
  async function piped(text: string): Promise<Message[]> {
    async function* input(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text);
    }
    const reader = pipedMessages(input());
    const messages: Message[] = [];
    for (let next = await reader.next(); next !== undefined; next = await reader.next()) messages.push(next);
    return messages;
  }

  it("joins lines that end in a backslash", async () => {
    const texts = (await piped("one\ntwo \\\nthree\\\n\nfour\\")).map(({ text }) => text);
    expect(texts).toEqual(["one", "two \nthree\n", "four"]);
  });

  it("takes a block between three quotes as one text", async () => {
    const text = 'one\n"""\n/clear the table\nback\\\n\nslash\n"""\n"""short"""\n  """a\nb"""  \ntwo "quoted" """\n';
    expect(await piped(text)).toEqual([
      { text: "one", literal: false },
      { text: "/clear the table\nback\\\n\nslash", literal: true },
      { text: "short", literal: true },
      { text: "a\nb", literal: true },
      { text: 'two "quoted" """', literal: false },
    ]);
    await expect(piped('"""\nnever closed\n')).rejects.toMatchObject({ name: "UsageError", code: "unfinished_block" });
  });
});

describe("what is pasted", () => {
  it("is one message with the line that ends it, and is text", () => {
    const lines = new MessageLines();
    lines.setLiteral();
    for (const line of ["/clear the table", "second\\", '"""']) lines.addPasted(line);
    expect(lines.open).toBe(true);
    expect(lines.add("last, typed")).toEqual({ text: '/clear the table\nsecond\\\n"""\nlast, typed', literal: true });
    expect(lines.open).toBe(false);
    lines.addPasted("one");
    expect(lines.add("")).toEqual({ text: "one", literal: false });
    expect(lines.add("/help")).toEqual({ text: "/help", literal: false });
  });

  it("is text in a block, and what was thrown away is gone", () => {
    const lines = new MessageLines();
    expect(lines.add('"""')).toBeUndefined();
    lines.addPasted('def f(): """doc"""');
    expect(lines.add('end"""')).toEqual({ text: 'def f(): """doc"""\nend', literal: true });
    lines.setLiteral();
    lines.addPasted("a");
    lines.discard();
    expect(lines.add("/help")).toEqual({ text: "/help", literal: false });
    lines.setLiteral();
    lines.clearLiteral();
    expect(lines.add("/help")).toEqual({ text: "/help", literal: false });
  });

  it("is told from keys however the input is cut", () => {
    const part = fc.oneof(
      fc.constantFrom("a", "\r", "\u001b[A", "\u001b", "\u001b[20", "[200~", "é", "\u001b[201~"),
      fc.array(fc.constantFrom("x", "\r", "\t", "\u001b[200~", "\u001b[2", "😀"), { maxLength: 5 }).map((inner) => ({
        paste: inner.join(""),
      })),
    );
    const cuts = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), cuts, (parts, sizes) => {
        const text = parts
          .map((one) => (typeof one === "string" ? one : `\u001b[200~${one.paste}\u001b[201~`))
          .join("");
        const read = (pieces: readonly string[]): string[] => {
          const splitter = new PasteSplitter();
          const out = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.flush()];
          // Keys that follow each other are one stretch of keys.
          const merged: string[] = [];
          let keys = "";
          for (const { kind, text: got } of out) {
            if (kind === "keys") keys += got;
            else {
              merged.push(keys, got);
              keys = "";
            }
          }
          return [...merged, keys];
        };
        const pieces: string[] = [];
        for (let at = 0, turn = 0; at < text.length; ) {
          const size = sizes[turn++ % sizes.length]!;
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        // The rule on the whole text.
        const expected: string[] = [];
        let rest = text;
        for (;;) {
          const start = rest.indexOf("\u001b[200~");
          const end = start < 0 ? -1 : rest.indexOf("\u001b[201~", start + 6);
          if (end < 0) break;
          expected.push(rest.slice(0, start), rest.slice(start + 6, end));
          rest = rest.slice(end + 6);
        }
        const open = rest.indexOf("\u001b[200~");
        expected.push(open < 0 ? rest : rest.slice(0, open));
        expect(read(pieces)).toEqual(expected);
      }),
      { seed: SEED, numRuns: 3000 },
    );
  });

  it("holds back only what may begin a mark", () => {
    const splitter = new PasteSplitter();
    expect(splitter.push("a\u001b")).toEqual([{ kind: "keys", text: "a" }]);
    expect(splitter.holdsKey).toBe(true);
    expect(splitter.flush()).toEqual([{ kind: "keys", text: "\u001b" }]);
    expect(splitter.push("\u001b[A")).toEqual([{ kind: "keys", text: "\u001b[A" }]);
    expect(splitter.push("\u001b[200~half")).toEqual([]);
    expect(splitter.holdsKey).toBe(false);
    expect(splitter.flush()).toEqual([]);
  });

  it("has lines of any ending and no keys in it", () => {
    expect(pastedLines("a\rb\r\nc\n\nd")).toEqual(["a", "b", "c", "", "d"]);
    expect(pastedLines("\tx\u0003\u001b[A\u007f é😀")).toEqual(["\tx[A é😀"]);
  });
});

describe("formatTable", () => {
  it("aligns columns by their longest cell", () => {
    const columns = [{ title: "name" }, { title: "n", align: "right" }] as const;
    expect(
      formatTable(columns, [
        ["a", "1,000"],
        ["abcdef", "2"],
      ]),
    ).toBe("name        n\na       1,000\nabcdef      2");
  });
});
