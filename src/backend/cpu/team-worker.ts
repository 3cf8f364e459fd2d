/**
 * One worker of a team: keeps instances over the shared memories and walks the same launches as the thread that submits.
 * Web-standard; a host's entry calls it with a port. It sleeps between steps, so messages reach it only when an epoch
 * asks it to listen.
 */
import { TeamControl } from "./control.ts";
import { bindBody } from "./module.ts";
import type { FromThread, LaunchList, ThreadPort, ToThread } from "./team-messages.ts";
import { type Runs, type Walker, walk } from "./walk.ts";

interface BoundList {
  readonly runs: Runs;
  readonly words: Int32Array;
}

async function bind({ modules, memories, bodies, words }: LaunchList, thread: number): Promise<BoundList> {
  const runs = bodies.map((body) =>
    body === null ? undefined : bindBody(modules[body.module]!, memories[body.memory]!, body, thread),
  );
  return { runs: await Promise.all(runs), words };
}

/** Serves until the port closes. Never throws: a failure lets the others out of the step and is told. */
export function serveTeam(port: ThreadPort): void {
  const lists = new Map<number, BoundList>();
  let walker: (Walker & { readonly control: TeamControl }) | undefined;
  const send = (message: FromThread): void => port.postMessage(message);
  const handle = async (message: ToThread): Promise<void> => {
    if (message.kind === "join") {
      walker = { thread: message.thread, threads: message.threads, control: new TeamControl(message.control) };
    } else if (walker !== undefined) {
      for (const id of message.forget) lists.delete(id);
      lists.set(message.list.id, await bind(message.list, walker.thread));
    }
  };
  const answer = async (message: ToThread): Promise<void> => {
    await handle(message);
    if (walker === undefined) return;
    const { epoch } = walker.control;
    send({ kind: "ready" });
    if (!runSteps(walker, walker.control, lists, epoch)) throw new Error("a step was given up");
  };
  port.onMessage((message) => {
    answer(message as ToThread).catch((error: unknown) => send({ kind: "failed", message: String(error) }));
  });
}

/** Runs steps until an epoch asks for something else; false after a failure. */
function runSteps(walker: Walker, control: TeamControl, lists: ReadonlyMap<number, BoundList>, seen: number): boolean {
  let epoch = seen;
  try {
    for (;;) {
      epoch = control.next(epoch);
      if (control.command === "listen") return true;
      const list = lists.get(control.list);
      if (list === undefined || !walk(list.runs, list.words, walker)) return false;
    }
  } catch (error) {
    control.fail();
    throw error;
  }
}
