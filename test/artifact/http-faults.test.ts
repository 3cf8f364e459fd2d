/**
 * Servers that cannot be reached, fall silent or cut off, over real sockets: each failure names its cause and a way out.
 * What needs a certificate authority or another network is played by `fetch` rejecting the way Node's does.
 */
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { openHttpSource } from "../../src/artifact/http-source.ts";
import { failureOf } from "../base/failure.ts";

/*
 * Limits here are real time, and the machine may be busy: where an answer must come in time, the limit is seconds, many
 * times what it takes; short ones are for servers that never answer.
 */
const open: { server: Server; sockets: Set<Socket> }[] = [];
afterEach(() => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  open.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/model`;
}

const serve = (answer: RequestListener): Promise<string> => listen(createHttpServer(answer));

/** Answers the range with `first` bytes at once and leaves the rest to `then`. */
function partial(first: number, then: (write: (bytes: number) => void, end: () => void) => void): RequestListener {
  return (request, response) => {
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range!)!;
    const length = Number(to) - Number(from) + 1;
    response.writeHead(206, { "content-range": `bytes ${from}-${to}/1000`, "content-length": length });
    response.write(Buffer.alloc(Math.min(first, length)));
    if (length <= first) response.end();
    else
      then(
        (bytes) => response.write(Buffer.alloc(bytes)),
        () => response.destroy(),
      );
  };
}

describe("a server that is silent", () => {
  test("that takes the connection and never answers is given up, with the limit named", async () => {
    const url = await listen(createSocketServer());
    const error = await failureOf(() => openHttpSource(url, { idleTimeoutMs: 50 }));
    expect(error).toMatchObject({ name: "ArtifactError", code: "source_timeout", data: { limitMs: 50 } });
    expect(error.message).toBe(`${url}: the server sent nothing for 0.05 s, the limit`);
    expect(error.hint).toContain("`idleTimeoutMs`");
  });

  test("that stops in the middle of an answer is given up too", async () => {
    const url = await serve(partial(10, () => {}));
    const source = await openHttpSource(url, { idleTimeoutMs: 2000 });
    expect(await failureOf(() => source!.read(0, 100))).toMatchObject({ code: "source_timeout" });
  });

  test("one that is slow and never silent is waited for, however long it takes", async () => {
    const url = await serve(
      partial(1, (write) => {
        let left = 9;
        const timer = setInterval(() => {
          write(1);
          if (--left === 0) clearInterval(timer);
        }, 400);
      }),
    );
    const source = await openHttpSource(url, { idleTimeoutMs: 3000 });
    expect(await source!.read(0, 10)).toHaveLength(10);
  });
});

describe("a failure says why", () => {
  test("nothing listens", async () => {
    const url = await listen(createSocketServer());
    const { server } = open.pop()!;
    await new Promise((resolve) => server.close(resolve));
    const error = await failureOf(() => openHttpSource(url));
    expect(error).toMatchObject({ code: "source_unreadable", data: { url, code: "ECONNREFUSED" } });
    expect(error.message).toContain(`nothing accepts connections at ${new URL(url).host} (`);
    expect(error.hint).toContain("port");
  });

  test("the host does not exist", async () => {
    const error = await failureOf(() => openHttpSource("http://nowhere.invalid/model"));
    expect(error.message).toMatch(/no host of the name nowhere\.invalid was found \(.*(ENOTFOUND|EAI_AGAIN)/);
    expect(error.hint).toContain("spelling");
  });

  test("the transfer is cut", async () => {
    const url = await serve(partial(10, (_, end) => end()));
    const source = await openHttpSource(url);
    const error = await failureOf(() => source!.read(0, 100));
    expect(error).toMatchObject({ code: "source_unreadable" });
    expect(error.message).toMatch(/(the request failed|the transfer broke off): 127\.0\.0\.1:\d+ cut the connection/);
  });

  /** The way Node's `fetch` fails. */
  function failing(cause?: unknown): typeof fetch {
    return async () => Promise.reject(new TypeError("fetch failed", cause === undefined ? {} : { cause }));
  }
  const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

  test.each([
    [coded("DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"), "the certificate of host:8 is not accepted"],
    [coded("CERT_HAS_EXPIRED", "certificate has expired"), "(certificate has expired)"],
    [coded("ERR_TLS_CERT_ALTNAME_INVALID", "Host: host. is not in the cert"), "is not accepted (Host: host."],
    [coded("ERR_SSL_WRONG_VERSION_NUMBER", "wrong version number"), "host:8 does not speak TLS"],
    [coded("EHOSTUNREACH", "connect EHOSTUNREACH"), "there is no way to host:8"],
    [coded("UND_ERR_CONNECT_TIMEOUT", "Connect Timeout Error"), "did not answer in time"],
    [new AggregateError([coded("ECONNREFUSED", "connect ECONNREFUSED ::1:8")]), "(connect ECONNREFUSED ::1:8)"],
    [new Error("bad port"), "the request failed: bad port"],
    [undefined, "the request failed: fetch failed"],
  ])("%o", async (cause, says) => {
    const error = await failureOf(() => openHttpSource("https://host:8/m", { fetch: failing(cause) }));
    expect(error).toMatchObject({ name: "ArtifactError", code: "source_unreadable" });
    expect(error.message.startsWith("https://host:8/m: ")).toBe(true);
    expect(error.message).toContain(says);
  });
});
