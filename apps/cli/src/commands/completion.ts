import type { Command } from 'commander';
import { Complaint, EXIT } from '../exit.ts';

const words = (program: Command): string => program.commands.map((command) => command.name()).join(' ');

const scripts: ReadonlyMap<string, (list: string) => string> = new Map(
  Object.entries({
    bash: (list) => `complete -W "${list}" -o default boxwood`,
    zsh: (list) => `#compdef boxwood\n_arguments '1:command:(${list})' '*:file:_files'`,
    fish: (list) => `complete -c boxwood -n __fish_use_subcommand -f -a "${list}"`,
  }),
);

export const addCompletion = (program: Command): void => {
  program
    .command('completion')
    .description('print a completion script for bash, zsh or fish')
    .argument('<shell>')
    .action((shell: string) => {
      const script = scripts.get(shell);
      if (script === undefined) throw new Complaint(`No completion for "${shell}": bash, zsh or fish.`, EXIT.usage);
      console.log(script(words(program)));
    });
};
