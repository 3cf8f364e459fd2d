/**
 * One worker of a team: keeps instances over the shared memories and walks the same launches as the thread that submits.
 * Web-standard; a host's entry calls it with a port. It sleeps between steps, so messages reach it only when an epoch
 * asks it to listen.
 */
import { TeamControl } from "./control.ts";
import { bindBody } from "./module.ts";
import type { FromThread, LaunchList, ThreadPort, ToThread } from "./team-messages.ts";
import { type Runs, walk } from "./walk.ts";

interface BoundList {
  readonly runs: Runs;
  readonly words: Int32Array;
}

interface Member {
  readonly thread: number;
  readonly control: TeamControl;
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
  let member: Member | undefined;
  const send = (message: FromThread): void => port.postMessage(message);
  const handle = async (message: ToThread): Promise<void> => {
    if (message.kind === "join") {
      member = { thread: message.thread, control: new TeamControl(message.control) };
    } else if (member !== undefined) {
      for (const id of message.forget) lists.delete(id);
      lists.set(message.list.id, await bind(message.list, member.thread));
    }
  };
  const answer = async (message: ToThread): Promise<void> => {
    await handle(message);
    if (member === undefined) return;
    const { epoch } = member.control;
    member.control.leave(member.thread, epoch);
    send({ kind: "ready" });
    runSteps(member, lists, epoch);
  };
  port.onMessage((message) => {
    answer(message as ToThread).catch((error: unknown) => send({ kind: "failed", message: String(error) }));
  });
}

/** Runs steps until an epoch asks for something else. @throws what a launch throws, once all others were let out */
function runSteps({ thread, control }: Member, lists: ReadonlyMap<number, BoundList>, seen: number): void {
  let epoch = seen;
  try {
    while (!control.failed) {
      epoch = control.next(epoch);
      if (control.command === "listen") return;
      // A list it does not know is of an epoch that has passed.
      const list = lists.get(control.list);
      if (list !== undefined) walk(list.runs, list.words, { thread, control, epoch });
      control.leave(thread, epoch);
    }
  } catch (error) {
    control.fail();
    throw error;
  }
}
