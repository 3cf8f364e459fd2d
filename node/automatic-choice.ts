/**
 * The automatic choice of a backend: the first that opens, with what was passed over and why. Apart from the ways to
 * open backends, so that the rule is tested with ways of any outcome. Invariant: nothing that a user could mend is
 * passed over in silence, and neither a wish that cannot be met nor a bug of ours is hidden by the next way.
 */
import type { Backend } from "../src/backend/backend.ts";
import { QwerkError, UsageError } from "../src/base/errors.ts";

/** Why a backend is used; plain data. */
export interface BackendReason {
  readonly automatic: boolean;
  readonly reason: string;
  /** The reason in one clause; absent where it is one already. */
  readonly brief?: string;
  /** The way to a backend that was passed over although this machine nearly has it. */
  readonly hint?: string;
}

export interface ChosenBackend extends BackendReason {
  readonly backend: Backend;
}

/** A backend to try. */
export interface Way {
  readonly name: string;
  /** What is said when it opens. */
  readonly found: string;
  readonly open: () => Promise<Backend>;
  /** Codes of errors that say that the machine has nothing of the kind: no reason to advise anything. */
  readonly absent: ReadonlySet<string>;
}

/** @throws what is not a typed error of the machine: bugs, and UsageError of a wish that cannot be met */
async function attempt(way: Way): Promise<Backend | QwerkError> {
  try {
    return await way.open();
  } catch (error) {
    if (error instanceof QwerkError && !(error instanceof UsageError)) return error;
    throw error;
  }
}

/** The fact alone: the whole story is for doctor. */
function factOf(error: QwerkError): string {
  const { tried } = error.data as { tried?: readonly { readonly outcome?: string }[] };
  return tried?.[0]?.outcome ?? error.message.split(";")[0]!;
}

/** The first of `ways` that opens, else `last`, which always does. */
export async function openFirst(ways: readonly Way[], last: () => Promise<Backend>): Promise<ChosenBackend> {
  const passed: string[] = [];
  const names: string[] = [];
  const hints: string[] = [];
  const chosen = (backend: Backend, found: readonly string[]): ChosenBackend => ({
    ...{ backend, automatic: true, reason: [...found, ...passed].join("; ") },
    ...(names.length === 0 ? {} : { brief: [...found, `there is no ${names.join(" and no ")}`].join("; ") }),
    ...(hints.length === 0 ? {} : { hint: hints.join("; ") }),
  });
  for (const way of ways) {
    const outcome = await attempt(way);
    if (!(outcome instanceof QwerkError)) return chosen(outcome, [way.found]);
    names.push(way.name);
    passed.push(`no ${way.name}: ${factOf(outcome)}`);
    if (outcome.hint !== undefined && !way.absent.has(outcome.code)) hints.push(outcome.hint);
  }
  return chosen(await last(), []);
}
