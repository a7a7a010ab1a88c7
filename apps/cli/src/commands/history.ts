import type { BoxClient, JournalEntry, TrashItem } from '@boxwood/box-sdk';
import { actsScript, each, joinPath, ListJournal, ListTrash, recordedActs } from '@boxwood/box-sdk';
import { userRoot } from '@boxwood/box-sdk/rules';
import type { Command } from 'commander';
import { openContext } from '../context.ts';
import { Complaint, EXIT, named } from '../exit.ts';
import type { Output } from '../output.ts';
import { printable, size, table, time } from '../output.ts';
import { expand, needRemote } from '../remote.ts';
import { ofMany, reportPartial } from './partial.ts';
import type { DryRun } from './plan.ts';
import { dryRunnable, tellPlan } from './plan.ts';
import { waitForTask } from './tasks.ts';
import { say } from '../words/say.ts';
import { actShape, binShape } from '../shapes.ts';

const wordsOf = ({ action, path, target, items }: JournalEntry): string =>
  printable(
    `${action} ${path}${target === undefined || target === '' ? '' : ` -> ${target}`}${items > 1 ? ` (${say('{items} items', { items })})` : ''}`,
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
const momentOf = (words: string): number => {
  const [, count, unit = ''] = /^(\d+)([mhd])$/.exec(words) ?? [];
  if (count !== undefined) return Math.floor(Date.now() / 1000) - Number(count) * (UNITS.get(unit) ?? 0);
  // A date without a time is local time, like a date with one.
  const time = Date.parse(words.includes(':') ? words : `${words} 00:00`);
  if (Number.isNaN(time))
    throw new Complaint(say('{words}: say 30m, 2h, 3d, or 2026-01-31, or 2026-01-31T14:30', { words }), EXIT.usage);
  return Math.floor(time / 1000);
};

const idOf = (id: string | undefined): readonly number[] => {
  if (id === undefined) return [];
  if (!/^\d+$/.test(id)) throw new Complaint(say('{id}: "boxwood journal" tells the numbers', { id }), EXIT.usage);
  return [Number(id)];
};

/** The reason why undo or redo was refused, by the info of the box: the state of the entry, or that it is final. */
const whyNot =
  (id: string | undefined, nothing: 'There is nothing to take back' | 'There is nothing to do again') =>
  (info: string): string => {
    if (id === undefined) return say(nothing);
    switch (info) {
      case '':
      case 'nothing':
        return say('{id}: "boxwood journal" tells the numbers', { id });
      case 'final':
        return say('{id}: what is gone for good cannot be taken back', { id });
      default:
        return say('{id}: the journal says "{state}" of it', { id, state: printable(info) });
    }
  };

/** The entry that undo or redo would use: the one with this id, or the newest in the required state. */
const entryOf = async (
  box: BoxClient,
  verb: 'undo' | 'redo',
  id: number | undefined,
): Promise<JournalEntry | undefined> => {
  const wanted = verb === 'undo' ? 'done' : 'undone';
  for await (const entry of each(box, ListJournal, {}))
    if (id === undefined ? entry.state === wanted : entry.id === id) return entry;
  if (id !== undefined) throw new Complaint(say('{id}: "boxwood journal" tells the numbers', { id }), EXIT.refused);
  return undefined;
};

const inBin = async (box: BoxClient): Promise<readonly TrashItem[]> => {
  const items: TrashItem[] = [];
  for await (const item of each(box, ListTrash, { order: '5', desc: 1 })) items.push(item);
  return items;
};

export const addHistoryCommands = (program: Command, output: () => Output): void => {
  program
    .command('journal')
    .description('what you did to files, the newest first')
    .option('-n, --most <count>', 'how many', '20')
    .option('--since <when>', 'only what was done since then: 30m, 2h, 3d, or a day with or without a time')
    .option('--as-script', 'as a script in TypeScript that does the same again, at any box')
    .action(async ({ most, since, asScript }: JournalOptions) => {
      const { box, session } = openContext();
      const from = since === undefined ? 0 : momentOf(since);
      if (asScript === true) {
        const { text, leftOut } = actsScript(await recordedActs(box, from), userRoot(session.user));
        output().result({ script: text, leftOut: leftOut.map(actShape) }, [text.trimEnd()]);
        for (const entry of leftOut) output().note(say('left out: {what}', { what: wordsOf(entry) }));
        return;
      }
      const entries: JournalEntry[] = [];
      for await (const entry of each(box, ListJournal, {})) {
        if (entries.length >= Number(most) || entry.time < from) break;
        entries.push(entry);
      }
      output().result(
        entries.map(actShape),
        table(entries.map((entry) => [String(entry.id), time(entry.time), entry.state, wordsOf(entry)])),
      );
    });

  const step = (
    verb: 'undo' | 'redo',
    description: string,
    done: 'Taken back: {what}' | 'Done again: {what}',
    nothing: 'There is nothing to take back' | 'There is nothing to do again',
  ): void => {
    dryRunnable(program.command(verb))
      .description(description)
      .argument('[id]', 'a number of "boxwood journal"; the newest without it')
      .action(async (id: string | undefined, { dryRun }: DryRun) => {
        const { box, session } = openContext();
        if (dryRun === true) {
          const entry = await entryOf(box, verb, idOf(id)[0]);
          tellPlan(output(), entry === undefined ? [] : [{ act: verb, path: wordsOf(entry) }]);
          return;
        }
        const { entry, tasks } = await named(whyNot(id, nothing), box.journal[verb]({ id: [...idOf(id)] }));
        for (const task of tasks) await waitForTask(box, session.user, task, output());
        output().result({ entry: actShape(entry), tasks }, [say(done, { what: wordsOf(entry) })]);
      });
  };
  step(
    'undo',
    'take back your last change to files, or one of the journal',
    'Taken back: {what}',
    'There is nothing to take back',
  );
  step('redo', 'do again what was taken back last', 'Done again: {what}', 'There is nothing to do again');

  const trash = program.command('trash').description('the recycle bin: put files there, look, bring them back');
  dryRunnable(trash.command('put', { isDefault: true }))
    .description('move to the recycle bin')
    .argument('<path...>')
    .action(async (patterns: readonly string[], { dryRun }: DryRun) => {
      const { box, remote } = openContext();
      const paths = (await Promise.all(patterns.map((path) => expand(box, remote(path))))).flat();
      if (dryRun === true) {
        for (const path of paths) await needRemote(box, path);
        tellPlan(
          output(),
          paths.map((path) => ({ act: 'trash', path })),
        );
        return;
      }
      const { failed } = await ofMany(paths, box.trash.put({ paths }));
      reportPartial(output(), 'Moved to the recycle bin: {done} of {total}', paths.length, failed);
    });
  trash
    .command('ls')
    .description('what is in the bin, the latest first')
    .action(async () => {
      const items = await inBin(openContext().box);
      output().result(
        items.map(binShape),
        table(items.map(({ id, s, d, p, n }) => [id, size(s), time(d), printable(joinPath(p, n))])),
      );
    });
  dryRunnable(trash.command('restore'))
    .description('put back where it was, by the id or the name that "trash ls" tells')
    .argument('<item...>')
    .action(async (wanted: readonly string[], { dryRun }: DryRun) => {
      const { box, remote } = openContext();
      const items = await inBin(box);
      const found = wanted.map((each_) => {
        const item = items.find(({ id, n, p }) => id === each_ || n === each_ || joinPath(p, n) === remote(each_));
        if (item === undefined) throw new Complaint(say('{item}: not in the bin', { item: each_ }), EXIT.refused);
        return item;
      });
      if (dryRun === true) {
        tellPlan(
          output(),
          found.map(({ p, n }) => ({ act: 'restore', path: joinPath(p, n) })),
        );
        return;
      }
      const ids = found.map(({ id }) => id);
      const { failed = [] } = await box.trash.restore({ ids });
      reportPartial(
        output(),
        'Put back {done} of {total}',
        ids.length,
        failed.map(({ id, error }) => ({ path: items.find((item) => item.id === id)?.n ?? id, error })),
      );
    });
  dryRunnable(trash.command('empty'))
    .description('delete for ever what is in the bin; needs --force')
    .option('-f, --force', 'yes, for ever')
    .action(async ({ force, dryRun }: DryRun & { readonly force?: true }) => {
      if (dryRun === true) {
        const items = await inBin(openContext().box);
        tellPlan(
          output(),
          items.map(({ p, n }) => ({ act: 'remove', path: joinPath(p, n) })),
        );
        return;
      }
      if (force !== true) throw new Complaint(say('Emptying the bin cannot be undone. Say --force.'), EXIT.usage);
      const { num } = await openContext().box.trash.empty();
      output().result({ removed: num }, [say('{num} items are gone', { num })]);
    });
};
