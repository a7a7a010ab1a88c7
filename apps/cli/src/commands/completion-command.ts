import { ListFiles, toFileEntry } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import { openContext } from '../cli-context.ts';
import { CliError, EXIT } from '../cli-errors.ts';
import { isFolder } from '../remote-listing.ts';
import { printable } from '../cli-output.ts';
import { translate } from '../messages/translate.ts';

const verbs = (program: Command): readonly string[] =>
  program
    .createHelp()
    .visibleCommands(program)
    .map((command) => command.name());

/**
 * The completion script of each shell. It calls `boxwood __complete` with the words after `boxwood`, up to the one at
 * the cursor.
 */
const SHELLS: ReadonlyMap<string, (list: string) => string> = new Map(
  Object.entries({
    bash: (list) => `COMP_WORDBREAKS=\${COMP_WORDBREAKS//:}
_boxwood() {
  local cur=\${COMP_WORDS[COMP_CWORD]}
  if [ "$COMP_CWORD" -eq 1 ]; then mapfile -t COMPREPLY < <(compgen -W "${list}" -- "$cur"); return; fi
  mapfile -t COMPREPLY < <(boxwood __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ "\${#COMPREPLY[@]}" -gt 0 ]; then compopt -o filenames 2>/dev/null; fi
  if [[ \${COMPREPLY[0]} == */ ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _boxwood boxwood`,
    zsh: (list) => `#compdef boxwood
_boxwood() {
  local -a found
  if (( CURRENT == 2 )); then compadd -- ${list}; return; fi
  found=("\${(@f)$(boxwood __complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  if [[ -z \${found[1]} ]]; then _files; return; fi
  compadd -S '' -- "\${(@M)found:#*/}"
  compadd -- "\${(@)found:#*/}"
}
compdef _boxwood boxwood`,
    fish: (list) => `function __boxwood_words
  set -l raw (commandline -ct)
  set -l typed (string unescape -- "$raw" "$raw'" "$raw\\"")[1]
  set -l found (boxwood __complete -- (commandline -opc)[2..] "$typed" 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c boxwood -f
complete -c boxwood -n __fish_use_subcommand -a "${list}"
complete -c boxwood -n 'not __fish_use_subcommand' -a '(__boxwood_words)'`,
  }),
);

/** How many of a verb's leading arguments are paths on the box; `Infinity` for all of them. */
const REMOTE_ARGUMENTS: Readonly<Record<string, number>> = {
  ls: 1,
  du: 1,
  find: 1,
  tree: 1,
  share: 1,
  get: 1,
  mv: 2,
  cp: 2,
  mkdir: Infinity,
  rm: Infinity,
  cat: Infinity,
  sha256sum: Infinity,
  watch: Infinity,
  'trash put': Infinity,
  trash: Infinity,
};
const BOX_PREFIX = 'box:';
const PAGE_SIZE = 500;
/** Timeout of a completion request, in ms: the user is waiting at a prompt. */
const COMPLETION_TIMEOUT_MS = 2000;

/** Paths on the box that start with `typed`. */
const remotePaths = async (typed: string): Promise<readonly string[]> => {
  const { box, remote } = openContext();
  const [folder, name] = [typed.slice(0, typed.lastIndexOf('/') + 1), typed.slice(typed.lastIndexOf('/') + 1)];
  const path = remote(folder === '' ? '.' : folder);
  const hidden = name.startsWith('.') ? { withhidden: 1 as const } : {};
  const found = await box.exec(
    ListFiles,
    { path, count: PAGE_SIZE, hasbaseinfo: 0, ...hidden },
    { timeoutMs: COMPLETION_TIMEOUT_MS },
  )();
  if (found._tag === 'Left') return [];
  return found.right.file_list
    .map((item) => toFileEntry(item, path))
    .filter((entry) => entry.name.startsWith(name) && printable(entry.name) === entry.name)
    .map((entry) => `${folder}${entry.name}${isFolder(entry) ? '/' : ''}`);
};

/** Candidates for the word at the cursor; empty for local files and unknown words. */
const candidates = async (program: Command, args: readonly string[]): Promise<readonly string[]> => {
  const [verb = '', ...rest] = args;
  const typed = rest.at(-1) ?? '';
  const command = program.commands.find((each) => each.name() === verb);
  if (command === undefined) return [];
  const subcommand = command.commands.find((each) => each.name() === rest[0]);
  const completed = subcommand ?? command;
  if (typed.startsWith('-'))
    return completed.options.flatMap(({ long, hidden }) => (!hidden && long?.startsWith(typed) === true ? [long] : []));
  if (command.commands.length > 0 && rest.length === 1) {
    const names = command.commands.map((each) => each.name()).filter((name) => name.startsWith(typed));
    if (names.length > 0) return names;
  }
  const before = rest.at(-2) ?? '';
  if ((before === '--to' || before === '-t') && verb !== 'photos') return remotePaths(typed);
  if (verb === 'sync' || verb === 'diff')
    return typed.startsWith(BOX_PREFIX)
      ? (await remotePaths(typed.slice(BOX_PREFIX.length))).map((path) => `${BOX_PREFIX}${path}`)
      : [];
  const position = rest.slice(subcommand === undefined ? 0 : 1, -1).filter((arg) => !arg.startsWith('-')).length;
  const name = subcommand === undefined ? verb : `${verb} ${subcommand.name()}`;
  const isRemote = name === 'tokens add' ? position === 1 : position < (REMOTE_ARGUMENTS[name] ?? 0);
  return isRemote ? remotePaths(typed) : [];
};

export const addCompletion = (program: Command): void => {
  program
    .command('completion')
    .description('print a completion script for bash, zsh or fish')
    .argument('<shell>', 'bash, zsh or fish')
    .action((shell: string) => {
      const script = SHELLS.get(shell);
      if (script === undefined)
        throw new CliError(translate('No completion for "{name}": bash, zsh or fish.', { name: shell }), EXIT.usage);
      console.log(script(verbs(program).join(' ')));
    });
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action(async (args: readonly string[]) => {
      // Completion must not print errors into the prompt.
      const found = await candidates(program, args).catch(() => []);
      for (const each of found) console.log(each);
    });
};
