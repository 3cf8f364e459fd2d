/** The parts of the command line that need no process: suggestions, colours, progress, input, chat commands. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wantsColour } from "../../cli/colour.ts";
import { pipedMessages } from "../../cli/message-reader.ts";
import { loadProgress } from "../../cli/progress.ts";
import { formatTable } from "../../cli/table.ts";
import { decodeUtf8, standardInputLines } from "../../cli/text-input.ts";
import { RequestError } from "../../src/base/errors.ts";
import { nearestName } from "../../src/base/nearest-name.ts";

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
      "loading 3.00 MiB of 100.00 MiB (3 %) at 614.40 KiB/s, 162 s left\n",
      "loading 6.00 MiB of 100.00 MiB (6 %) at 614.40 KiB/s, 157 s left\n",
    ]);
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

  it("joins lines that end in a backslash", async () => {
    async function* input(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("one\ntwo \\\nthree\\\n\nfour\\");
    }
    const reader = pipedMessages(input());
    const messages: (string | undefined)[] = [];
    for (let i = 0; i < 4; i++) messages.push(await reader.next());
    expect(messages).toEqual(["one", "two \nthree\n", "four", undefined]);
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
