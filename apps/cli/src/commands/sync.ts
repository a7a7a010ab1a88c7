import { rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileEntry } from '@boxwood/box-sdk';
import { fileKeyOf, uploadMany } from '@boxwood/box-sdk';
import type { LocalFile } from '@boxwood/box-sdk/node';
import { localTree, toDisk } from '@boxwood/box-sdk/node';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { openContext } from '../context.ts';

import { about, Complaint, EXIT, sendWords, unwrap } from '../exit.ts';
import type { Filters } from '../filters.ts';
import { filterOf } from '../filters.ts';
import { isFolder, statRemote } from '../listing.ts';
import type { Output } from '../output.ts';
import { printable, size } from '../output.ts';
import { inParallel } from '../parallel.ts';
import { walkRemote } from '../remote.ts';
import { itemWords } from './partial.ts';
import { getFile } from './get.ts';
import { say } from '../words/say.ts';

interface SyncOptions extends Filters {
  readonly dryRun?: true;
  readonly delete?: true;
  readonly jobs: string;
}

/** A side of a comparison: what is there, by path below its folder; `entry` for what is on the box, `file` for what is here. */
interface Item {
  readonly size: number;
  /** Epoch seconds. */
  readonly second: number;
  readonly entry?: FileEntry;
  readonly file?: LocalFile;
}
type Side = ReadonlyMap<string, Item>;

/** What makes the target what the source is. */
interface Plan {
  readonly copy: readonly string[];
  readonly remove: readonly string[];
  readonly same: number;
}

const BOX = 'box:';

const localSide = async (folder: string, keep: (below: string) => boolean, output: Output): Promise<Side> => {
  const found = new Map<string, Item>();
  const onSkipped = (from: string): void => {
    output.note(say('left out (neither file nor folder): {path}', { path: printable(from) }));
  };
  for await (const file of localTree(folder, '', { filter: keep, onSkipped }))
    found.set(file.target.slice(1), { size: file.size, second: Math.floor(Number(file.mtime)), file });
  return found;
};

const remoteSide = async ({ box }: Context, path: string, keep: (below: string) => boolean): Promise<Side> => {
  const found = new Map<string, Item>();
  for await (const { entry, below } of walkRemote(box, path, keep))
    if (!isFolder(entry)) found.set(below, { size: entry.size, second: entry.mtime, entry });
  return found;
};

const planOf = (from: Side, to: Side, deletes: boolean): Plan => {
  const isSame = (path: string): boolean => {
    const [a, b] = [from.get(path), to.get(path)];
    return a !== undefined && b !== undefined && a.size === b.size && a.second === b.second;
  };
  const copy = [...from.keys()].filter((path) => !isSame(path));
  return {
    copy: copy.toSorted(),
    remove: deletes ? [...to.keys()].filter((path) => !from.has(path)).toSorted() : [],
    same: from.size - copy.length,
  };
};

const isThere = (folder: string): Promise<boolean> =>
  stat(toDisk(folder)).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** The two sides, one of which is on the box. */
const look = async (context: Context, from: string, to: string, filters: Filters, output: Output) => {
  const keep = filterOf(filters);
  if (from.startsWith(BOX) === to.startsWith(BOX))
    throw new Complaint(
      say('One side is on the box: boxwood sync photos box:Photos, or the other way round.'),
      EXIT.usage,
    );
  const up = to.startsWith(BOX);
  const remote = context.remote((up ? to : from).slice(BOX.length) || '.');
  const local = up ? from : to;
  if (up && !(await isThere(local))) throw new Complaint(say('{path}: no such folder', { path: local }), EXIT.usage);
  const here = (await isThere(local)) ? await localSide(local, keep, output) : new Map<string, Item>();
  const exists = !up || (await statRemote(context.box, remote)) !== undefined;
  const there = exists ? await about(printable(remote), remoteSide(context, remote, keep)) : new Map<string, Item>();
  return { up, remote, local, from: up ? here : there, to: up ? there : here };
};

const tell = (output: Output, plan: Plan, from: Side): void => {
  for (const path of plan.copy)
    output.line(say('copy    {path} ({size})', { path: printable(path), size: size(from.get(path)?.size ?? 0) }));
  for (const path of plan.remove) output.line(say('remove  {path}', { path: printable(path) }));
};

const BIN_MOST = 500;

export const addSync = (program: Command, output: () => Output): void => {
  const both = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .argument('<from>', 'a folder here, or box:FOLDER on the box')
      .argument('<to>', 'the other side')
      .option('--include <pattern...>', 'only files like this: *.jpg, 2025/**')
      .option('--exclude <pattern...>', 'nothing like this: *.tmp, .git/')
      .option('--delete', 'remove at the target what the source does not have; on the box it goes to the bin');

  both('sync', 'make a folder like another one, here or on the box: sends what is new or different, and only that')
    .option('-n, --dry-run', 'say what would be done, and do nothing')
    .option('-j, --jobs <n>', 'transfers at a time', '4')
    .action(async (from: string, to: string, options: SyncOptions) => {
      const context = openContext();
      const out = output();
      const sides = await look(context, from, to, options, out);
      const plan = planOf(sides.from, sides.to, options.delete === true);
      const summary = { copied: plan.copy.length, removed: plan.remove.length, same: plan.same };
      if (options.dryRun === true) {
        tell(out, plan, sides.from);
        out.result({ ...plan, dryRun: true }, [
          say('would copy {copied} and remove {removed}; {same} are the same', summary),
        ]);
        return;
      }
      const failed: { path: string; error: string }[] = [];
      const { box } = context;
      if (sides.up) {
        await about(printable(sides.remote), box.files.makeFolder({ path: sides.remote }));
        const files = plan.copy.flatMap((path) => {
          const file = sides.from.get(path)?.file;
          return file === undefined ? [] : [{ ...file, target: `${sides.remote}/${path}` }];
        });
        for await (const { source, result } of uploadMany(box, files, { parallel: Number(options.jobs) })) {
          if (result._tag === 'Right') out.line(say('copied  {path}', { path: printable(source.target) }));
          else failed.push({ path: source.from, error: sendWords(result.left) });
        }
        for (let at = 0; at < plan.remove.length; at += BIN_MOST) {
          const paths = plan.remove.slice(at, at + BIN_MOST).map((path) => `${sides.remote}/${path}`);
          const { failed: left = [] } = await box.trash.put({ paths });
          failed.push(...left.map(({ path, error }) => ({ path, error: itemWords(error) })));
        }
      } else {
        const { key } = unwrap(await fileKeyOf(box), 'sync');
        await inParallel(Number(options.jobs), plan.copy, async (path) => {
          const entry = sides.from.get(path)?.entry;
          if (entry === undefined) return;
          await getFile({ context, key, entry, output: out }, join(sides.local, path));
          await utimes(toDisk(join(sides.local, path)), entry.mtime, entry.mtime);
          out.line(say('copied  {path}', { path: printable(join(sides.local, path)) }));
        });
        for (const path of plan.remove) await rm(toDisk(join(sides.local, path)));
      }
      for (const { path, error } of failed) out.note(say('failed: {words}', { words: printable(`${path}: ${error}`) }));
      out.result({ ...summary, failed }, [
        say('{copied} copied, {removed} removed, {same} the same', {
          ...summary,
          copied: summary.copied - failed.length,
        }),
      ]);
      if (failed.length > 0) process.exitCode = EXIT.partial;
    });

  both('diff', 'what sync would do; ends with 1 when there is a difference').action(
    async (from: string, to: string, options: SyncOptions) => {
      const context = openContext();
      const out = output();
      const sides = await look(context, from, to, options, out);
      const plan = planOf(sides.from, sides.to, options.delete === true);
      tell(out, plan, sides.from);
      out.result(plan, []);
      if (plan.copy.length + plan.remove.length > 0) process.exitCode = EXIT.failed;
    },
  );
};
