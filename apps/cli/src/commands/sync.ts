import { rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileEntry } from '@boxwood/box-sdk';
import { uploadMany } from '@boxwood/box-sdk';
import type { LocalFile } from '@boxwood/box-sdk/node';
import { localTree, toDisk } from '@boxwood/box-sdk/node';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { openContext } from '../context.ts';

import { about, Complaint, EXIT, sendWords } from '../exit.ts';
import type { Filters } from '../filters.ts';
import { filterOf } from '../filters.ts';
import { isFolder, statRemote } from '../listing.ts';
import type { Output } from '../output.ts';
import { printable, size } from '../output.ts';
import type { Failed } from '../parallel.ts';
import { eachAlone } from '../parallel.ts';
import { walkRemote } from '../remote.ts';
import { itemWords, tellFailed } from './partial.ts';
import { getFile } from './get.ts';
import { say } from '../words/say.ts';

interface SyncOptions extends Filters {
  readonly dryRun?: true;
  readonly delete?: true;
  readonly jobs: string;
}

/** A file on one side of the comparison, by its path below the folder: `entry` on the box, `file` on this computer. */
interface Item {
  readonly size: number;
  /** Epoch seconds. */
  readonly second: number;
  readonly entry?: FileEntry;
  readonly file?: LocalFile;
}
type Side = ReadonlyMap<string, Item>;

/** The changes that make the target equal to the source. */
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

/** Reads the two sides, one of which is on the box. */
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

/**
 * Removes the files that exist only on the target side; on the box they go to the recycle bin. @returns the files that
 * could not be removed
 */
const remove = async (
  { box }: Context,
  { up, remote, local }: { readonly up: boolean; readonly remote: string; readonly local: string },
  paths: readonly string[],
): Promise<readonly Failed[]> => {
  const stayed: Failed[] = [];
  // A partial file of an earlier run was listed, and has been renamed to the finished file since.
  if (!up) for (const path of paths) await rm(toDisk(join(local, path)), { force: true });
  else
    for (let at = 0; at < paths.length; at += BIN_MOST) {
      const some = paths.slice(at, at + BIN_MOST).map((path) => `${remote}/${path}`);
      const { failed = [] } = await box.trash.put({ paths: some });
      stayed.push(...failed.map(({ path, error }) => ({ path, error: itemWords(error) })));
    }
  return stayed;
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
      if (options.dryRun === true) {
        tell(out, plan, sides.from);
        const counts = { copied: plan.copy.length, removed: plan.remove.length, same: plan.same };
        out.result({ ...plan, dryRun: true }, [
          say('would copy {copied} and remove {removed}; {same} are the same', counts),
        ]);
        return;
      }
      const failed: Failed[] = [];
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
      } else {
        const take = async (path: string): Promise<void> => {
          const entry = sides.from.get(path)?.entry;
          if (entry === undefined) return;
          await getFile({ context, entry, output: out }, join(sides.local, path));
          await utimes(toDisk(join(sides.local, path)), entry.mtime, entry.mtime);
          out.line(say('copied  {path}', { path: printable(join(sides.local, path)) }));
        };
        failed.push(...(await eachAlone(Number(options.jobs), plan.copy, (path) => join(sides.local, path), take)));
      }
      const copied = plan.copy.length - failed.length;
      // A file to be removed may be the only other copy of one that failed.
      const isKept = failed.length > 0;
      const left = isKept ? [] : await remove(context, sides, plan.remove);
      failed.push(...left);
      tellFailed(out, failed, copied + plan.same + plan.remove.length);
      if (isKept && plan.remove.length > 0) out.note(say('Nothing was removed, as not everything was copied.'));
      const summary = { copied, removed: isKept ? 0 : plan.remove.length - left.length, same: plan.same };
      out.result({ ...summary, failed }, [say('{copied} copied, {removed} removed, {same} the same', summary)]);
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
