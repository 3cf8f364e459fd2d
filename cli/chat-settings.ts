/**
 * `/set`: the settings of the next answers. Separate because they are those of the command line, under the same names and
 * with the same checks. Invariant: a value that is refused changes nothing.
 */
import { InvalidArgumentError } from "commander";
import { RequestError, UsageError } from "../src/base/errors.ts";
import { nearestName } from "../src/base/nearest-name.ts";
import { type GenerateSettings, readSettings } from "../src/request/generate-request.ts";
import type { SamplingOptions } from "../src/request/sampling.ts";
import type { Conversation } from "./conversation.ts";
import { MAX_NEW, SAMPLING_SETTINGS, SEED_SETTING, THINKING_BUDGET } from "./options.ts";
import { formatFacts } from "./table.ts";

interface ChatSetting {
  readonly usage: string;
  /** As it stands; undefined for the default. */
  show(settings: GenerateSettings): string | undefined;
  /** The settings with this value, or without any. @throws InvalidArgumentError, UsageError */
  set(settings: GenerateSettings, text: string | undefined): GenerateSettings;
}

function withSampling(
  settings: GenerateSettings,
  change: SamplingOptions,
  without: readonly string[],
): GenerateSettings {
  const kept = Object.entries(settings.sampling ?? {}).filter(([name]) => !without.includes(name));
  const sampling: SamplingOptions = { ...Object.fromEntries(kept), ...change };
  return readSettings({ ...settings, sampling });
}

function samplingSetting({
  name,
  flags,
  parse,
}: (typeof SAMPLING_SETTINGS)[number] | typeof SEED_SETTING): ChatSetting {
  // The last wish holds: a temperature ends greedy decoding.
  const without = name === "temperature" ? [name, "greedy"] : [name];
  return {
    usage: flags.slice(2),
    show: ({ sampling }) => sampling?.[name as keyof SamplingOptions]?.toString(),
    set: (settings, text) => withSampling(settings, text === undefined ? {} : { [name]: parse(text) }, without),
  };
}

function limitSetting({ name, flags, parse }: typeof MAX_NEW | typeof THINKING_BUDGET): ChatSetting {
  const key = name as "maxNewTokens" | "thinkingBudget";
  return {
    usage: flags.slice(2),
    show: (settings) => settings[key]?.toString(),
    set(settings, text) {
      const { [key]: _, ...others } = settings;
      return text === undefined ? others : { ...others, [key]: parse(text) };
    },
  };
}

const GREEDY: ChatSetting = {
  usage: "greedy on|off",
  show: ({ sampling }) => (sampling?.greedy === true ? "on" : undefined),
  set(settings, text) {
    if (text === undefined || text === "off") return withSampling(settings, {}, ["greedy"]);
    if (text !== "on") throw new InvalidArgumentError("Needed on or off.");
    return withSampling(settings, { greedy: true }, ["temperature"]);
  },
};

/** By the name that is typed: `top-k`. */
const SETTINGS: ReadonlyMap<string, ChatSetting> = new Map(
  [
    GREEDY,
    ...[...SAMPLING_SETTINGS, SEED_SETTING].map(samplingSetting),
    ...[MAX_NEW, THINKING_BUDGET].map(limitSetting),
  ].map((setting) => [setting.usage.split(" ")[0]!, setting] as const),
);

export const SETTING_NAMES: readonly string[] = [...SETTINGS.keys()];

function refused(message: string, hint: string): UsageError {
  return new UsageError("bad_chat_command", message, { hint });
}

/**
 * Carries out `/set NAME VALUE`; without a value it tells, with the value `default` it takes the setting back.
 * @returns what is said about it
 * @throws UsageError `bad_chat_command`
 */
export function setSetting(conversation: Conversation, rest: string): string {
  const [name = "", ...values] = rest.split(/\s+/);
  if (name === "") {
    const facts = Array.from(SETTINGS.values(), (setting) => {
      return [setting.usage, setting.show(conversation.settings) ?? "default"] as const;
    });
    return formatFacts(facts);
  }
  const setting = SETTINGS.get(name);
  if (setting === undefined) {
    const near = nearestName(name, SETTING_NAMES);
    const hint = near === undefined ? "/set alone lists the settings" : `did you mean ${near}?`;
    throw refused(`/set: there is no setting ${name}`, hint);
  }
  const usage = `/set ${setting.usage}; the value default takes it back`;
  if (values.length > 1) throw refused(`/set ${name}: found ${values.length} values, needed one`, usage);
  const [value] = values;
  if (value !== undefined) {
    try {
      conversation.settings = setting.set(conversation.settings, value === "default" ? undefined : value);
    } catch (error) {
      if (error instanceof RequestError)
        throw refused(`/set ${name}: ${error.message.replace(/^sampling\./, "")}`, usage);
      if (!(error instanceof InvalidArgumentError)) throw error;
      throw refused(`/set ${name}: found "${value}". ${error.message}`, usage);
    }
  }
  return `${name} is ${setting.show(conversation.settings) ?? "the default"}`;
}
