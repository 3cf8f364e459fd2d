/** What `inspect` says of files of both kinds, and how little it reads for that. */
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { openHttpSource } from "../../src/artifact/http-source.ts";
import { openNinfer } from "../../src/artifact/ninfer/container.ts";
import { inspectArtifact } from "../../src/inspect.ts";
import { resources27b, tensors27b, tensors35b } from "../artifact/ninfer-inventory.ts";
import { writeV2, writeV3 } from "../artifact/ninfer-writer.ts";
import { freshFolder } from "../node/scratch.ts";

describe("inspection", () => {
  test("an 18 GB file costs less than 2 MB of reads", async () => {
    const source = writeV2("qwen3.8-27b", resources27b(), tensors27b(false));
    const found = await inspectArtifact(source);
    expect(source.bytesRead()).toBeLessThan(2_000_000);
    expect(found).toMatchObject({
      format: "ninfer",
      version: 2,
      identity: "qwen3.8-27b/groupwise-int",
      tensors: 1118,
      bytes: 18_210_531_328,
      template: true,
    });
    const counts = Object.fromEntries(Object.entries(found.byFormat).map(([format, { tensors }]) => [format, tensors]));
    expect(counts).toEqual({
      BF16: 582,
      FP32: 96,
      I32: 1,
      Q4G64_F16S: 183,
      Q5G64_F16S: 246,
      Q6G64_F16S: 1,
      W8G32_F16S: 9,
    });
    expect(found.components["mtp"]).toEqual({ tensors: 12, bytes: 451_267_584 });
    expect(found.components["vision"]).toEqual({ tensors: 333, bytes: 295_711_648 });
    expect(found.components["text"]!.bytes).toBe(14_391_752_704 + 2 * 1_350_860_800 + 357_040_128 + 10_240);
    expect(found.config?.text.hiddenSize).toBe(5120);
    expect(found.uses?.proposal).toEqual({ tensors: 2, bytes: 357_040_128 });
    expect(found.problem).toBeUndefined();
  });

  test("over HTTP ranges and from a sparse file on disk", async () => {
    const written = writeV3(resources27b(), tensors27b(true));
    let sent = 0;
    const fetch = (async (_url: unknown, init?: RequestInit) => {
      const [, start, end] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get("range") ?? "")!.map(Number);
      const bytes = await written.read(start!, end! - start! + 1);
      sent += bytes.length;
      const headers = { "content-range": `bytes ${start}-${end}/${written.size}`, etag: '"1"' };
      return new Response(new Uint8Array(bytes), { status: 206, headers });
    }) as typeof globalThis.fetch;
    const remote = await inspectArtifact((await openHttpSource("http://host/model.ninfer", { fetch }))!);
    expect(sent).toBeLessThan(2_000_000);
    expect(remote).toMatchObject({ version: 3, tensors: 1184, bytes: written.size });

    const folder = freshFolder();
    const { payloadBytes } = (await openNinfer(written)).directory.files[0]!;
    // The generation config lies at the start of the payload, 13 MB in.
    writeFileSync(join(folder, "model.ninfer"), await written.read(0, written.size - payloadBytes + 13_000_000));
    truncateSync(join(folder, "model.ninfer"), written.size);
    const local = await inspectArtifact(fileDirectory(folder));
    expect({ ...local, name: "" }).toEqual({ ...remote, name: "" });
  });

  test("version 3, and a model that cannot be run", async () => {
    const found = await inspectArtifact(writeV3(resources27b(), tensors27b(true)));
    expect(found).toMatchObject({
      version: 3,
      identity: "qwen3.8-27b",
      artifactId: expect.stringMatching(/^[0-9a-f]{32}$/),
      tensors: 1184,
    });
    expect(Object.keys(found.components).sort()).toEqual(["dflash2", "mtp", "proposal", "text", "vision"]);
    const experts = await inspectArtifact(writeV2("qwen3.6-35b-a3b", resources27b(), tensors35b()));
    expect(experts).toMatchObject({
      identity: "qwen3.6-35b-a3b/groupwise-int",
      tensors: 8,
      problem: { code: "mixture_of_experts" },
    });
    expect(experts.config).toBeUndefined();
  });

  test("a checkpoint", async () => {
    const found = await inspectArtifact(fileDirectory("test/fixtures/tiny-hybrid"));
    expect(found).toMatchObject({ format: "safetensors", identity: "qwen3_5", template: true, tensors: 104 });
    expect(found.bytes).toBe(8 + 11760 + 6_274_056);
    expect(found.byFormat).toEqual({ bf16: { tensors: 104, bytes: 6_274_056 } });
    expect(found.uses?.text.bytes).toBe(4_572_040);
    expect((await inspectArtifact(fileDirectory("test/fixtures/tiny-random"))).template).toBe(false);
  });
});
