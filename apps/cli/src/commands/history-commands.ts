import type { BoxClient, JournalEntry, TrashItem } from '@boxwood/box-sdk';
import { createReplayScript, each, joinPath, ListJournal, ListTrash, listRecordedActions } from '@boxwood/box-sdk';
import { userRoot } from '@boxwood/box-sdk/rules';
import type { Command } from 'commander';
import { openContext } from '../cli-context.ts';
import { CliError, EXIT, withRefusalMessage } from '../cli-errors.ts';
import type { Output } from '../cli-output.ts';
import { printable, formatSize, formatTable, formatTime } from '../cli-output.ts';
import { expandRemote, requireRemote } from '../remote-paths.ts';
import { withPathIfSingle, reportPartial } from './partial-failures.ts';
import type { DryRun } from './dry-run.ts';
import { withDryRun, reportPlan } from './dry-run.ts';
import { waitForTask } from './task-commands.ts';
import { translate } from '../messages/translate.ts';
import { journalEntryShape, trashShape } from '../json-shapes.ts';

const describeEntry = ({ action, path, target, items }: JournalEntry): string =>
  printable(
    `${action} ${path}${target === undefined || target === '' ? '' : ` -> ${target}`}${items > 1 ? ` (${translate('{items} items', { items })})` : ''}`,
  );

interface JournalOptions {
  readonly most: string;
  readonly since?: string;
  readonly asScript?: true;
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
]);

/** Parses a relative or absolute time into epoch seconds. */
const parseTime = (text: string): number => {
  const [, count, unit = ''] = /^(\d+)([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return Math.floor(Date.now() / 1000) - Number(count) * (UNITS.get(unit) ?? 0);
  // A date without a time is local time, like a date with one.
  const time = Date.parse(text.includes(':') ? text : `${text} 00:00`);
  if (Number.isNaN(time))
    throw new CliError(
      translate('{words}: write 30m, 2h, 3d, 2026-01-31 or 2026-01-31T14:30', { words: text }),
      EXIT.usage,
    );
  return Math.floor(time / 1000);
};

const idOf = (id: string | undefined): readonly number[] => {
  if (id === undefined) return [];
  if (!/^\d+$/.test(id))
    throw new CliError(translate('{id}: no such change; "boxwood journal" lists the numbers', { id }), EXIT.usage);
  return [Number(id)];
};

/** The reason why undo or redo was refused, by the info of the box: the state of the entry, or that it is final. */
const refusalReason =
  (id: string | undefined, nothing: 'There is nothing to undo' | 'There is nothing to redo') =>
  (info: string): string => {
    if (id === undefined) return translate(nothing);
    switch (info) {
      case '':
      case 'nothing':
        return translate('{id}: no such change; "boxwood journal" lists the numbers', { id });
      case 'final':
        return translate('{id}: files that were deleted permanently cannot be restored', { id });
      default:
        return translate('{id}: its state in the journal is "{state}"', { id, state: printable(info) });
    }
  };

/** The entry that undo or redo would use: the one with this id, or the newest in the required state. */
const entryOf = async (
  box: BoxClient,
  verb: 'undo' | 'redo',
  id: number | undefined,
): Promise<JournalEntry | undefined> => {
  const requested = verb === 'undo' ? 'done' : 'undone';
  for await (const entry of each(box, ListJournal, {}))
    if (id === undefined ? entry.state === requested : entry.id === id) return entry;
  if (id !== undefined)
    throw new CliError(translate('{id}: no such change; "boxwood journal" lists the numbers', { id }), EXIT.refused);
  return undefined;
};

const listTrash = async (box: BoxClient): Promise<readonly TrashItem[]> => {
  const items: TrashItem[] = [];
  for await (const item of each(box, ListTrash, { order: '5', desc: 1 })) items.push(item);
  return items;
};

export const addHistoryCommands = (program: Command, output: () => Output): void => {
  program
    .command('journal')
    .description('list your changes to files, newest first')
    .option('-n, --most <count>', 'maximum number of entries', '20')
    .option('--since <when>', 'only changes since then: 30m, 2h, 3d, or a day with or without a time')
    .option('--as-script', 'print a TypeScript script that repeats the changes on any box')
    .action(async ({ most, since, asScript }: JournalOptions) => {
      const { box, session } = openContext();
      const from = since === undefined ? 0 : parseTime(since);
      if (asScript === true) {
        const { text, leftOut } = createReplayScript(await listRecordedActions(box, from), userRoot(session.user));
        output().result({ script: text, leftOut: leftOut.map(journalEntryShape) }, [text.trimEnd()]);
        for (const entry of leftOut) output().note(translate('skipped: {what}', { what: describeEntry(entry) }));
        return;
      }
      const entries: JournalEntry[] = [];
      for await (const entry of each(box, ListJournal, {})) {
        if (entries.length >= Number(most) || entry.time < from) break;
        entries.push(entry);
      }
      output().result(
        entries.map(journalEntryShape),
        formatTable(
          entries.map((entry) => [String(entry.id), formatTime(entry.time), entry.state, describeEntry(entry)]),
        ),
      );
    });

  const addStepCommand = (
    verb: 'undo' | 'redo',
    description: string,
    done: 'Undone: {what}' | 'Redone: {what}',
    nothing: 'There is nothing to undo' | 'There is nothing to redo',
  ): void => {
    withDryRun(program.command(verb))
      .description(description)
      .argument('[id]', 'number from "boxwood journal" (default: the newest change)')
      .action(async (id: string | undefined, { dryRun }: DryRun) => {
        const { box, session } = openContext();
        if (dryRun === true) {
          const entry = await entryOf(box, verb, idOf(id)[0]);
          reportPlan(output(), entry === undefined ? [] : [{ act: verb, path: describeEntry(entry) }]);
          return;
        }
        const { entry, tasks } = await withRefusalMessage(
          refusalReason(id, nothing),
          box.journal[verb]({ id: [...idOf(id)] }),
        );
        for (const task of tasks) await waitForTask(box, session.user, task, output());
        output().result({ entry: journalEntryShape(entry), tasks }, [translate(done, { what: describeEntry(entry) })]);
      });
  };
  addStepCommand(
    'undo',
    'undo your last change to files, or a change from the journal',
    'Undone: {what}',
    'There is nothing to undo',
  );
  addStepCommand('redo', 'redo the change that was undone last', 'Redone: {what}', 'There is nothing to redo');

  const trash = program.command('trash').description('the recycle bin: move files there, list them, restore them');
  withDryRun(trash.command('put', { isDefault: true }))
    .description('move to the recycle bin')
    .argument('<path...>')
    .action(async (patterns: readonly string[], { dryRun }: DryRun) => {
      const { box, remote } = openContext();
      const paths = (await Promise.all(patterns.map((path) => expandRemote(box, remote(path))))).flat();
      if (dryRun === true) {
        for (const path of paths) await requireRemote(box, path);
        reportPlan(
          output(),
          paths.map((path) => ({ act: 'trash', path })),
        );
        return;
      }
      const { failed } = await withPathIfSingle(paths, box.trash.put({ paths }));
      reportPartial(output(), 'Moved to the recycle bin: {done} of {total}', paths.length, failed);
    });
  trash
    .command('ls')
    .description('list the contents of the bin, latest first')
    .action(async () => {
      const items = await listTrash(openContext().box);
      output().result(
        items.map(trashShape),
        formatTable(items.map(({ id, s, d, p, n }) => [id, formatSize(s), formatTime(d), printable(joinPath(p, n))])),
      );
    });
  withDryRun(trash.command('restore'))
    .description('restore to the original folder, by an id or name from "trash ls"')
    .argument('<item...>')
    .action(async (requested: readonly string[], { dryRun }: DryRun) => {
      const { box, remote } = openContext();
      const items = await listTrash(box);
      const found = requested.map((each_) => {
        const item = items.find(({ id, n, p }) => id === each_ || n === each_ || joinPath(p, n) === remote(each_));
        if (item === undefined) throw new CliError(translate('{item}: not in the bin', { item: each_ }), EXIT.refused);
        return item;
      });
      if (dryRun === true) {
        reportPlan(
          output(),
          found.map(({ p, n }) => ({ act: 'restore', path: joinPath(p, n) })),
        );
        return;
      }
      const ids = found.map(({ id }) => id);
      const { failed = [] } = await box.trash.restore({ ids });
      reportPartial(
        output(),
        'Restored {done} of {total}',
        ids.length,
        failed.map(({ id, error }) => ({ path: items.find((item) => item.id === id)?.n ?? id, error })),
      );
    });
  withDryRun(trash.command('empty'))
    .description('delete the contents of the bin permanently; needs --force')
    .option('-f, --force', 'confirm that you want to delete permanently')
    .action(async ({ force, dryRun }: DryRun & { readonly force?: true }) => {
      if (dryRun === true) {
        const items = await listTrash(openContext().box);
        reportPlan(
          output(),
          items.map(({ p, n }) => ({ act: 'remove', path: joinPath(p, n) })),
        );
        return;
      }
      if (force !== true)
        throw new CliError(translate('Emptying the bin cannot be undone. To empty it, add --force.'), EXIT.usage);
      const { num } = await openContext().box.trash.empty();
      output().result({ removed: num }, [translate('{num} items deleted permanently', { num })]);
    });
};
