import type { Command } from 'commander';
import type { Output } from '../cli-output.ts';
import { printable } from '../cli-output.ts';
import { translate } from '../messages/translate.ts';

const PLAN_MESSAGES = {
  make: 'would create {path}',
  move: 'would move {path}',
  copy: 'would copy {path}',
  remove: 'would remove {path}',
  trash: 'would trash {path}',
  upload: 'would upload {path}',
  keep: 'already exists: {path}',
  download: 'would download {path}',
  restore: 'would restore {path}',
  share: 'would share {path}',
  end: 'would end {path}',
  permit: 'would create a token for {path}',
  undo: 'would undo {path}',
  redo: 'would redo {path}',
  add: 'would add {path}',
  fetch: 'would fetch {path}',
  pause: 'would pause {path}',
  resume: 'would resume {path}',
  open: 'would open {path}',
  lock: 'would lock {path}',
  restart: 'would restart {path}',
} as const;

/** What a command would do to one item: a file or folder by its path, anything else by its name. */
export interface PlannedAction {
  readonly act: keyof typeof PLAN_MESSAGES;
  readonly path: string;
  readonly target?: string;
}

export interface DryRun {
  readonly dryRun?: true;
}

/** Adds the dry-run option to a command that changes something. */
export const withDryRun = (command: Command, flags = '-n, --dry-run'): Command =>
  command.option(flags, 'show what would be done, without doing it');

/** Prints the plan instead of running it. Existing items were looked up; whether the box would refuse is unknown. */
export const reportPlan = (output: Output, actions: readonly PlannedAction[]): void => {
  output.result(
    { plan: actions, dryRun: true },
    actions.map(({ act, path, target }) => {
      const message = translate(PLAN_MESSAGES[act], { path: printable(path) });
      return target === undefined ? message : `${message} -> ${printable(target)}`;
    }),
  );
};
