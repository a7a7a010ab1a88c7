import type { Command } from 'commander';
import type { Output } from '../output.ts';
import { printable } from '../output.ts';
import { say } from '../words/say.ts';

const WORDS = {
  make: 'would make {path}',
  move: 'would move {path}',
  copy: 'would copy {path}',
  remove: 'would remove {path}',
  trash: 'would trash {path}',
  upload: 'would upload {path}',
  keep: 'is there already {path}',
  download: 'would download {path}',
  restore: 'would put back {path}',
  share: 'would share {path}',
  end: 'would end {path}',
  permit: 'would make a token for {path}',
  undo: 'would take back {path}',
  redo: 'would do again {path}',
  add: 'would add {path}',
  fetch: 'would fetch {path}',
  pause: 'would pause {path}',
  resume: 'would resume {path}',
  open: 'would open {path}',
  lock: 'would lock {path}',
  restart: 'would restart {path}',
} as const;

/** What a command would do to one item: a file or folder by its path, anything else by its name. */
export interface Act {
  readonly act: keyof typeof WORDS;
  readonly path: string;
  readonly target?: string;
}

export interface DryRun {
  readonly dryRun?: true;
}

/** Adds the dry-run option to a command that changes something. */
export const dryRunnable = (command: Command, flags = '-n, --dry-run'): Command =>
  command.option(flags, 'say what would be done, and do nothing');

/** Prints the plan instead of running it. Existing items were looked up; whether the box would refuse is unknown. */
export const tellPlan = (output: Output, acts: readonly Act[]): void => {
  output.result(
    { plan: acts, dryRun: true },
    acts.map(({ act, path, target }) => {
      const words = say(WORDS[act], { path: printable(path) });
      return target === undefined ? words : `${words} -> ${printable(target)}`;
    }),
  );
};
