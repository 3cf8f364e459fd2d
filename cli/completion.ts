/**
 * Shell completion scripts, printed from the command tree, so that they never lag behind it. Each script is static: a
 * key press costs no start of Node. Separate from the command because the tree is plain data and is tested as such.
 */
import type { Command } from "commander";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

interface OptionNode {
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

interface CommandNode {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionNode[];
  /** Words the first argument may be. */
  readonly words: readonly string[];
}

function commandNode(command: Command): CommandNode {
  const options = command
    .createHelp()
    .visibleOptions(command)
    .map((option) => ({
      flags: [option.short, option.long].filter((flag) => flag !== undefined),
      description: option.description,
      takesValue: option.required || option.optional,
      choices: option.argChoices ?? [],
    }));
  const words = command.registeredArguments[0]?.argChoices ?? [];
  return { name: command.name(), description: command.description(), options, words };
}

/** Prints the script of a shell for a whole program. */
export function completionScript(shell: Shell, program: Command): string {
  const root = commandNode(program);
  const commands = program.createHelp().visibleCommands(program).map(commandNode);
  const help = commands.find(({ name }) => name === "help");
  const names = commands.map(({ name }) => name).filter((name) => name !== "help");
  const nodes = commands.map((node) => (node === help ? { ...node, words: names } : node));
  switch (shell) {
    case "bash":
      return bashScript(root, nodes);
    case "zsh":
      return zshScript(root, nodes);
    case "fish":
      return fishScript(root, nodes);
    default:
      return shell satisfies never;
  }
}

function flagsOf(options: readonly OptionNode[]): string[] {
  return options.flatMap(({ flags }) => flags);
}

function bashScript(root: CommandNode, commands: readonly CommandNode[]): string {
  const perCommand = commands.map((node) => {
    const valued = node.options.filter(({ takesValue }) => takesValue);
    const values = valued.map(({ flags, choices }) =>
      choices.length === 0
        ? `        ${flags.join("|")}) COMPREPLY=($(compgen -f -- "$word")); return ;;`
        : `        ${flags.join("|")}) COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$word")); return ;;`,
    );
    return [
      `    ${node.name})`,
      ...(values.length === 0 ? [] : ['      case "$before" in', ...values, "      esac"]),
      `      options="${flagsOf(node.options).join(" ")}"`,
      `      words="${node.words.join(" ")}" ;;`,
    ].join("\n");
  });
  return `# bash completion of qwerk: source <(qwerk completion bash)
_qwerk() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" options="" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.map(({ name }) => name), ...flagsOf(root.options)].join(" ")}" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${perCommand.join("\n")}
    *) return ;;
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *)
      if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$word"))
      else COMPREPLY=($(compgen -f -- "$word")); fi ;;
  esac
}
complete -o filenames -F _qwerk qwerk
`;
}

/** Text inside single quotes of a _arguments specification. */
function zshText(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("'", "'\\''")
    .replaceAll("[", "\\[")
    .replaceAll("]", "\\]")
    .replaceAll(":", "\\:");
}

function zshScript(root: CommandNode, commands: readonly CommandNode[]): string {
  const specification = ({ flags, description, takesValue, choices }: OptionNode): string[] => {
    const value = choices.length === 0 ? ":value:_files" : `:value:(${choices.join(" ")})`;
    return flags.map((flag) => `'*${flag}[${zshText(description)}]${takesValue ? value : ""}'`);
  };
  const perCommand = commands.map((node) => {
    const rest = node.words.length === 0 ? "'*:file:_files'" : `'*:word:(${node.words.join(" ")})'`;
    const lines = [...node.options.flatMap(specification), rest].map((text) => `        ${text}`);
    return `    ${node.name})\n      _arguments -s \\\n${lines.join(" \\\n")} ;;`;
  });
  const list = commands.map(({ name, description }) => `    '${name}:${zshText(description)}'`);
  return `#compdef qwerk
# zsh completion of qwerk: source <(qwerk completion zsh), or put it as _qwerk into a folder of $fpath
_qwerk() {
  local -a commands
  commands=(
${list.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    _arguments ${root.options.flatMap(specification).join(" ")}
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${perCommand.join("\n")}
  esac
}
if [ "\${funcstack[1]}" = "_qwerk" ]; then _qwerk "$@"; else compdef _qwerk qwerk; fi
`;
}

function fishText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function fishScript(root: CommandNode, commands: readonly CommandNode[]): string {
  const first = "__fish_use_subcommand";
  const option = (condition: string, { flags, description, takesValue, choices }: OptionNode): string => {
    const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
    const value = !takesValue ? "" : choices.length === 0 ? " -r -F" : ` -x -a ${fishText(choices.join(" "))}`;
    return `complete -c qwerk -n ${fishText(condition)} ${names.join(" ")}${value} -d ${fishText(description)}`;
  };
  const lines = ["# fish completion of qwerk: qwerk completion fish | source"];
  lines.push(...root.options.map((node) => option(first, node)));
  for (const { name, description, options, words } of commands) {
    const seen = `__fish_seen_subcommand_from ${name}`;
    lines.push(`complete -c qwerk -f -n ${fishText(first)} -a ${name} -d ${fishText(description)}`);
    lines.push(...options.map((node) => option(seen, node)));
    if (words.length > 0) lines.push(`complete -c qwerk -f -n ${fishText(seen)} -a ${fishText(words.join(" "))}`);
  }
  return `${lines.join("\n")}\n`;
}
