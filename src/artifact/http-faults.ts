/**
 * What went wrong between us and a server, in words. Separate from the byte source because `fetch` says only that it
 * failed: the reason lies in a chain of causes, which differ by runtime. Invariant: every message names the URL and the
 * deepest reason there is, and a reason that somebody can mend comes with its way out.
 */
import { ArtifactError } from "../base/errors.ts";

interface Fault {
  readonly codes: RegExp;
  says(host: string): string;
  readonly hint: string;
}

/** By the code of the deepest cause; Node's names, from its DNS, socket and TLS layers. */
const FAULTS: readonly Fault[] = [
  {
    codes: /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/,
    says: (host) => `no host of the name ${host} was found`,
    hint: "check the spelling of the host, and that this machine can look up names",
  },
  {
    codes: /^ECONNREFUSED$/,
    says: (host) => `nothing accepts connections at ${host}`,
    hint: "check the port, and that the server runs",
  },
  {
    codes: /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
    says: (host) => `there is no way to ${host}`,
    hint: "check this machine's network",
  },
  {
    codes: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    says: (host) => `${host} cut the connection`,
    hint: "try again; a server that speaks no TLS needs http:// instead of https://",
  },
  {
    codes: /^(ETIMEDOUT|UND_ERR_\w*TIMEOUT)$/,
    says: (host) => `${host} did not answer in time`,
    hint: "check that the server is up and no firewall drops the packets",
  },
  {
    codes: /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|EPROTO)$/,
    says: (host) => `${host} does not speak TLS`,
    hint: "use http:// instead of https://",
  },
  {
    codes: /CERT|SIGNATURE|ISSUER|SELF_SIGNED/,
    says: (host) => `the certificate of ${host} is not accepted`,
    hint: "check the host and the clock; NODE_EXTRA_CA_CERTS names the file of an authority of your own",
  },
];

/** The error at the end of the chain of causes, of several attempts the first one. */
function deepest(error: unknown): unknown {
  for (let at = error, steps = 0; ; steps++) {
    const { cause, errors } = (typeof at === "object" && at !== null ? at : {}) as {
      cause?: unknown;
      errors?: readonly unknown[];
    };
    const next = errors?.[0] ?? cause;
    if (next === undefined || steps === 8) return at;
    at = next;
  }
}

/** A request or transfer that failed, as a typed error. Errors that are typed already stay as they are. */
export function transportError(url: string, what: string, error: unknown): ArtifactError {
  if (error instanceof ArtifactError) return error;
  const last = deepest(error);
  const code = last instanceof Error && "code" in last ? String(last.code) : "";
  const reason = last instanceof Error ? last.message : String(last);
  const fault = FAULTS.find(({ codes }) => codes.test(code));
  const data = { url, ...(code === "" ? {} : { code }) };
  if (fault === undefined) {
    return new ArtifactError("source_unreadable", `${url}: ${what}: ${reason}`, { data, cause: error });
  }
  const host = URL.canParse(url) ? new URL(url).host : url;
  return new ArtifactError("source_unreadable", `${url}: ${what}: ${fault.says(host)} (${reason})`, {
    hint: fault.hint,
    data,
    cause: error,
  });
}

/** A server that says nothing for longer than it may. */
export function silenceError(url: string, limitMs: number): ArtifactError {
  return new ArtifactError("source_timeout", `${url}: the server sent nothing for ${limitMs / 1000} s, the limit`, {
    hint: "check that the server is up; for a slow one raise `idleTimeoutMs`, or download the model first",
    data: { url, limitMs },
  });
}

/** A read of a source that was closed, before it or under it. */
export function closedError(url: string): ArtifactError {
  return new ArtifactError("source_unreadable", `${url}: the source was closed`, { data: { url } });
}
