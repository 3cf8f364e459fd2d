/**
 * Hands control back to the event loop between steps, so that messages, aborts and timers are seen. Apart from the loop
 * because every step pays for it: a channel made for one step costs more than all else the host does in a short one.
 * Between two turns the host serves whatever else is ready; nothing may starve because steps are short.
 */

/** What a host may have to run a function behind everything that is ready now. */
interface TurnHost {
  readonly setImmediate?: (run: () => void) => unknown;
}

/**
 * Turns by one kept channel, for pages: there every message is a task of its own. Not for Node, whose ports deliver up
 * to a thousand messages in a row, those sent meanwhile among them, before any other port or timer is looked at.
 */
function channelTurns(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(0);
    });
}

let pageTurn: (() => Promise<void>) | undefined;

/** Resolves in a later turn of the event loop, behind what was ready when it was called. */
export function nextTurn(): Promise<void> {
  const { setImmediate } = globalThis as TurnHost;
  if (setImmediate !== undefined) return new Promise((resolve) => setImmediate(resolve));
  pageTurn ??= channelTurns();
  return pageTurn();
}
