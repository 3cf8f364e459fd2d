/**
 * A conversation as files and bodies hold it: a list of messages, or messages and tools under their names. Separate from a
 * request, because a conversation may still lack what is asked. Invariant: what comes out is what was given, in the form
 * that a prompt takes; nothing in it will be refused then.
 */
import { at, defined, fieldsOf, membersOf, refuseUnknown } from "./fields.ts";
import { readTools } from "./functions.ts";
import { type FreeJson, type IncomingMessage, readMessages } from "./messages.ts";

export interface GivenConversation {
  readonly messages: readonly IncomingMessage[];
  readonly tools?: readonly FreeJson[];
}

const NAMES = ["messages", "tools"];

/** @throws RequestError `bad_messages`, `bad_tools`, `bad_tool_arguments`, `content_unsupported`, `unknown_field` */
export function readConversation(value: unknown): GivenConversation {
  const bare = Array.isArray(value);
  const needed = "a list of messages, or an object with messages and tools";
  const fields = fieldsOf({ path: "conversation", value: bare ? { messages: value } : value }, "bad_messages", needed);
  const own = { ...fields, path: "" };
  refuseUnknown(own, NAMES, { messages: "messages", tools: "tools" });
  const [messages, tools] = [at(own, "messages"), at(own, "tools")];
  readMessages(messages);
  readTools(tools);
  return defined<GivenConversation>({
    messages: (messages.value as readonly unknown[]).map(asObject),
    tools: tools.value === undefined || tools.value === null ? undefined : (tools.value as readonly FreeJson[]),
  });
}

/** The message's own fields as properties; what they hold stays as it was read. */
function asObject(message: unknown): IncomingMessage {
  return Object.fromEntries(membersOf(message)!) as unknown as IncomingMessage;
}
