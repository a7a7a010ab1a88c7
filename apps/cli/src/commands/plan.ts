import type { Command } from 'commander';
import type { Output } from '../output.ts';
import { printable } from '../output.ts';

/** What a command would do to one file or folder of the box. */
export interface Act {
  readonly act: 'make' | 'move' | 'copy' | 'remove' | 'trash';
  readonly path: string;
  readonly target?: string;
}

export interface DryRun {
  readonly dryRun?: true;
}

/** The option of every command that changes files and can say before what it would change. */
export const dryRunnable = (command: Command): Command =>
  command.option('-n, --dry-run', 'say what would be done, and do nothing');

/** The plan instead of the deed. What is there was looked up; whether the box would refuse is not known. */
export const tellPlan = (output: Output, acts: readonly Act[]): void => {
  output.result(
    { plan: acts, dryRun: true },
    acts.map(
      ({ act, path, target }) =>
        `would ${act} ${printable(path)}${target === undefined ? '' : ` -> ${printable(target)}`}`,
    ),
  );
};
