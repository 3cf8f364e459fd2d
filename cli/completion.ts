/**
 * Shell completion scripts, printed from the command tree, so that they never lag behind it. Each script is static: a
 * key press costs no start of Node. Separate from the command because the tree is plain data and is tested as such.
 */
import type { Command } from "commander";
import { type Values, valuesOf } from "./option-values.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

interface OptionNode {
  readonly flags: readonly string[];
  readonly description: string;
  /** What its value may be; undefined for a flag. */
  readonly values: Values | undefined;
}

interface CommandNode {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionNode[];
  /** What its first argument may be. */
  readonly values: Values;
}

function commandNode(command: Command): CommandNode {
  const options = command
    .createHelp()
    .visibleOptions(command)
    .map((option) => ({
      flags: [option.short, option.long].filter((flag) => flag !== undefined),
      description: option.description,
      values: option.required || option.optional ? valuesOf(option) : undefined,
    }));
  const [argument] = command.registeredArguments;
  const values: Values = argument === undefined ? { kind: "text" } : valuesOf(argument);
  return { name: command.name(), description: command.description(), options, values };
}

/** Prints the script of a shell for a whole program. */
export function completionScript(shell: Shell, program: Command): string {
  const root = commandNode(program);
  const commands = program.createHelp().visibleCommands(program).map(commandNode);
  switch (shell) {
    case "bash":
      return bashScript(root, commands);
    case "zsh":
      return zshScript(root, commands);
    case "fish":
      return fishScript(root, commands);
    default:
      return shell satisfies never;
  }
}

function flagsOf(options: readonly OptionNode[]): string[] {
  return options.flatMap(({ flags }) => flags);
}

/** What bash does for a value. */
function bashReply(values: Values): string {
  switch (values.kind) {
    case "text":
      return "COMPREPLY=()";
    case "file":
      return "_qwerk_files";
    case "words":
      return `COMPREPLY=($(compgen -W "${values.words.join(" ")}" -- "$word")); compopt -o nosort 2>/dev/null`;
    case "list":
      return `_qwerk_list "${values.words.join(" ")}"`;
    default:
      return values satisfies never;
  }
}

function bashScript(root: CommandNode, commands: readonly CommandNode[]): string {
  const perCommand = commands.map((node) => {
    const values = node.options.flatMap(({ flags, values: taken }) =>
      taken === undefined ? [] : [`        ${flags.join("|")}) ${bashReply(taken)}; return ;;`],
    );
    return [
      `    ${node.name})`,
      ...(values.length === 0 ? [] : ['      case "$before" in', ...values, "      esac"]),
      '      case "$word" in',
      `        -*) COMPREPLY=($(compgen -W "${flagsOf(node.options).join(" ")}" -- "$word")) ;;`,
      `        *) ${bashReply(node.values)} ;;`,
      "      esac ;;",
    ].join("\n");
  });
  return `# bash completion of qwerk: source <(qwerk completion bash)
# Names may hold blanks.
_qwerk_files() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$word"))
  compopt -o filenames 2>/dev/null
}
# Words separated by commas: the last one is completed, those before stay.
_qwerk_list() {
  local before=""
  case "$word" in *,*) before="\${word%,*}," ;; esac
  COMPREPLY=($(compgen -P "$before" -W "$1" -- "\${word##*,}"))
  compopt -o nospace 2>/dev/null
}
_qwerk() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  # --option=value comes as three words, --option= as two.
  if [ "$word" = "=" ]; then word=""; elif [ "$before" = "=" ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    case "$word" in
      -*) COMPREPLY=($(compgen -W "${flagsOf(root.options).join(" ")}" -- "$word")) ;;
      *) COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$word")) ;;
    esac
    return
  fi
  case "\${COMP_WORDS[1]}" in
${perCommand.join("\n")}
  esac
}
complete -F _qwerk qwerk
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

/**
 * What _arguments does for a value; a blank alone offers nothing. Words go around its sorting, which
 * would put numbers in the order of their digits.
 */
function zshAction(values: Values): string {
  switch (values.kind) {
    case "text":
      return " ";
    case "file":
      return "_files";
    case "words":
      return ` compadd -V values - ${values.words.join(" ")}`;
    case "list":
      return `_values -s , value ${values.words.join(" ")}`;
    default:
      return values satisfies never;
  }
}

function zshScript(root: CommandNode, commands: readonly CommandNode[]): string {
  const specification = ({ flags, description, values }: OptionNode): string[] => {
    const value = values === undefined ? "" : `:value:${zshAction(values)}`;
    // A value may be the next word, or stand in the same one: --backend=cpu, -mfile.
    const joined = (flag: string): string => (value === "" ? flag : flag + (flag.startsWith("--") ? "=" : "+"));
    return flags.map((flag) => `'*${joined(flag)}[${zshText(description)}]${value}'`);
  };
  const perCommand = commands.map((node) => {
    const rest = `'*:argument:${zshAction(node.values)}'`;
    const lines = [...node.options.flatMap(specification), rest].map((text) => `        ${text}`);
    return `    ${node.name})\n      _arguments -s \\\n${lines.join(" \\\n")} ;;`;
  });
  const list = commands.map(({ name, description }) => `    '${name}:${zshText(description)}'`);
  return `#compdef qwerk
# zsh completion of qwerk: source <(qwerk completion zsh) behind compinit, or put it as _qwerk into a folder of $fpath
_qwerk() {
  local -a commands
  commands=(
${list.join("\n")}
  )
  if (( CURRENT == 2 )); then
    case "$PREFIX" in
      -*) _arguments ${root.options.flatMap(specification).join(" ")} ;;
      *) _describe 'command' commands ;;
    esac
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

/** How fish completes a value: `-x` takes one and offers no files. */
function fishValue(values: Values): string {
  switch (values.kind) {
    case "text":
      return " -x";
    case "file":
      return " -r -F";
    case "words":
      return ` -x -k -a ${fishText(values.words.join(" "))}`;
    case "list":
      return ` -x -a ${fishText(`(__fish_append , ${values.words.join(" ")})`)}`;
    default:
      return values satisfies never;
  }
}

function fishArgument(values: Values): string {
  if (values.kind === "file") return " -F";
  return values.kind === "text" ? " -f" : ` -f -k -a ${fishText(values.words.join(" "))}`;
}

function fishScript(root: CommandNode, commands: readonly CommandNode[]): string {
  const first = "__qwerk_first";
  const option = (condition: string, { flags, description, values }: OptionNode): string => {
    const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
    const value = values === undefined ? "" : fishValue(values);
    return `complete -c qwerk -n ${fishText(condition)} ${names.join(" ")}${value} -d ${fishText(description)}`;
  };
  const lines = [
    "# fish completion of qwerk: qwerk completion fish | source",
    "# The command is the first word behind the program: a later one may be a prompt that reads like a command.",
    "function __qwerk_first; test (count (commandline -opc)) -eq 1; end",
    'function __qwerk_command; set -l words (commandline -opc); test "$words[2]" = $argv[1]; end',
  ];
  lines.push(...root.options.map((node) => option(first, node)));
  for (const { name, description, options, values } of commands) {
    const seen = `__qwerk_command ${name}`;
    lines.push(`complete -c qwerk -f -n ${fishText(first)} -a ${name} -d ${fishText(description)}`);
    lines.push(...options.map((node) => option(seen, node)));
    lines.push(`complete -c qwerk -n ${fishText(seen)}${fishArgument(values)}`);
  }
  return `${lines.join("\n")}\n`;
}
