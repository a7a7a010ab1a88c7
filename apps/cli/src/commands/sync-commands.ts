import { rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileEntry } from '@boxwood/box-sdk';
import { uploadMany } from '@boxwood/box-sdk';
import type { LocalFile } from '@boxwood/box-sdk/node';
import { localTree, toDisk } from '@boxwood/box-sdk/node';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { openContext } from '../cli-context.ts';

import { withPathInError, CliError, EXIT, sendErrorText } from '../cli-errors.ts';
import type { PathFilters } from '../path-filters.ts';
import { createPathFilter } from '../path-filters.ts';
import { isFolder, statRemote } from '../remote-listing.ts';
import type { Output } from '../cli-output.ts';
import { printable, formatSize } from '../cli-output.ts';
import type { FailedItem } from '../run-parallel.ts';
import { runEachIndependently } from '../run-parallel.ts';
import { walkRemote } from '../remote-paths.ts';
import { itemErrorText, reportFailed } from './partial-failures.ts';
import { getFile } from './get-command.ts';
import { translate } from '../messages/translate.ts';

interface SyncOptions extends PathFilters {
  readonly dryRun?: true;
  readonly delete?: true;
  readonly jobs: string;
}

/** A file on one side of the comparison, by its path below the folder: `entry` on the box, `file` on this computer. */
interface SyncFile {
  readonly size: number;
  /** Epoch seconds. */
  readonly second: number;
  readonly entry?: FileEntry;
  readonly file?: LocalFile;
}
type SyncSide = ReadonlyMap<string, SyncFile>;

/** The changes that make the target equal to the source. */
interface SyncPlan {
  readonly copy: readonly string[];
  readonly remove: readonly string[];
  readonly same: number;
}

const BOX_PREFIX = 'box:';

const localSide = async (
  folder: string,
  keep: (relativePath: string) => boolean,
  output: Output,
): Promise<SyncSide> => {
  const found = new Map<string, SyncFile>();
  const onSkipped = (from: string): void => {
    output.note(translate('skipped (not a file or folder): {path}', { path: printable(from) }));
  };
  for await (const file of localTree(folder, '', { filter: keep, onSkipped }))
    found.set(file.target.slice(1), { size: file.size, second: Math.floor(Number(file.mtime)), file });
  return found;
};

const remoteSide = async (
  { box }: CliContext,
  path: string,
  keep: (relativePath: string) => boolean,
): Promise<SyncSide> => {
  const found = new Map<string, SyncFile>();
  for await (const { entry, relativePath } of walkRemote(box, path, keep))
    if (!isFolder(entry)) found.set(relativePath, { size: entry.size, second: entry.mtime, entry });
  return found;
};

const planOf = (from: SyncSide, to: SyncSide, deletes: boolean): SyncPlan => {
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

const isLocalFolder = (folder: string): Promise<boolean> =>
  stat(toDisk(folder)).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Reads the two sides, one of which is on the box. */
const readSides = async (context: CliContext, from: string, to: string, filters: PathFilters, output: Output) => {
  const keep = createPathFilter(filters);
  if (from.startsWith(BOX_PREFIX) === to.startsWith(BOX_PREFIX))
    throw new CliError(
      translate('One of the two folders must be on the box: boxwood sync photos box:Photos, or the reverse.'),
      EXIT.usage,
    );
  const isUpload = to.startsWith(BOX_PREFIX);
  const remote = context.remote((isUpload ? to : from).slice(BOX_PREFIX.length) || '.');
  const local = isUpload ? from : to;
  if (isUpload && !(await isLocalFolder(local)))
    throw new CliError(translate('{path}: no such folder', { path: local }), EXIT.usage);
  const localFiles = (await isLocalFolder(local)) ? await localSide(local, keep, output) : new Map<string, SyncFile>();
  const exists = !isUpload || (await statRemote(context.box, remote)) !== undefined;
  const remoteFiles = exists
    ? await withPathInError(printable(remote), remoteSide(context, remote, keep))
    : new Map<string, SyncFile>();
  return {
    isUpload,
    remote,
    local,
    from: isUpload ? localFiles : remoteFiles,
    to: isUpload ? remoteFiles : localFiles,
  };
};

/**
 * Removes the files that exist only on the target side; on the box they go to the recycle bin. @returns the files that
 * could not be removed
 */
const remove = async (
  { box }: CliContext,
  { isUpload, remote, local }: { readonly isUpload: boolean; readonly remote: string; readonly local: string },
  paths: readonly string[],
): Promise<readonly FailedItem[]> => {
  const notRemoved: FailedItem[] = [];
  // A partial file of an earlier run was listed, and has been renamed to the finished file since.
  if (!isUpload) for (const path of paths) await rm(toDisk(join(local, path)), { force: true });
  else
    for (let at = 0; at < paths.length; at += MAX_PATHS_PER_CALL) {
      const some = paths.slice(at, at + MAX_PATHS_PER_CALL).map((path) => `${remote}/${path}`);
      const { failed = [] } = await box.trash.put({ paths: some });
      notRemoved.push(...failed.map(({ path, error }) => ({ path, error: itemErrorText(error) })));
    }
  return notRemoved;
};

const reportSyncPlan = (output: Output, plan: SyncPlan, from: SyncSide): void => {
  for (const path of plan.copy)
    output.line(
      translate('copy    {path} ({size})', { path: printable(path), size: formatSize(from.get(path)?.size ?? 0) }),
    );
  for (const path of plan.remove) output.line(translate('remove  {path}', { path: printable(path) }));
};

const MAX_PATHS_PER_CALL = 500;

export const addSync = (program: Command, output: () => Output): void => {
  const addSyncCommand = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .argument('<from>', 'source: a folder on this computer, or box:FOLDER on the box')
      .argument('<to>', 'target, written in the same way')
      .option('--include <pattern...>', 'only matching files: *.jpg, 2025/**')
      .option('--exclude <pattern...>', 'skip matching files and folders: *.tmp, .git/')
      .option('--delete', 'remove files from the target that are not in the source; on the box, they go to the bin');

  addSyncCommand(
    'sync',
    'make a folder equal to another one, on this computer or on the box; transfers only new and changed files',
  )
    .option('-n, --dry-run', 'show what would be done, without doing it')
    .option('-j, --jobs <n>', 'number of concurrent transfers', '4')
    .action(async (from: string, to: string, options: SyncOptions) => {
      const context = openContext();
      const out = output();
      const sides = await readSides(context, from, to, options, out);
      const plan = planOf(sides.from, sides.to, options.delete === true);
      if (options.dryRun === true) {
        reportSyncPlan(out, plan, sides.from);
        const counts = { copied: plan.copy.length, removed: plan.remove.length, same: plan.same };
        out.result({ ...plan, dryRun: true }, [
          translate('would copy {copied} and remove {removed}; {same} are the same', counts),
        ]);
        return;
      }
      const failed: FailedItem[] = [];
      const { box } = context;
      if (sides.isUpload) {
        await withPathInError(printable(sides.remote), box.files.makeFolder({ path: sides.remote }));
        const files = plan.copy.flatMap((path) => {
          const file = sides.from.get(path)?.file;
          return file === undefined ? [] : [{ ...file, target: `${sides.remote}/${path}` }];
        });
        for await (const { source, result } of uploadMany(box, files, { parallel: Number(options.jobs) })) {
          if (result._tag === 'Right') out.line(translate('copied  {path}', { path: printable(source.target) }));
          else failed.push({ path: source.from, error: sendErrorText(result.left) });
        }
      } else {
        const downloadOne = async (path: string): Promise<void> => {
          const entry = sides.from.get(path)?.entry;
          if (entry === undefined) return;
          await getFile({ context, entry, output: out }, join(sides.local, path));
          await utimes(toDisk(join(sides.local, path)), entry.mtime, entry.mtime);
          out.line(translate('copied  {path}', { path: printable(join(sides.local, path)) }));
        };
        failed.push(
          ...(await runEachIndependently(
            Number(options.jobs),
            plan.copy,
            (path) => join(sides.local, path),
            downloadOne,
          )),
        );
      }
      const copied = plan.copy.length - failed.length;
      // A file to be removed may be the only other copy of one that failed.
      const isRemovalSkipped = failed.length > 0;
      const notRemovedFiles = isRemovalSkipped ? [] : await remove(context, sides, plan.remove);
      failed.push(...notRemovedFiles);
      reportFailed(out, failed, copied + plan.same + plan.remove.length);
      if (isRemovalSkipped && plan.remove.length > 0)
        out.note(translate('Nothing was removed, as not everything was copied.'));
      const summary = {
        copied,
        removed: isRemovalSkipped ? 0 : plan.remove.length - notRemovedFiles.length,
        same: plan.same,
      };
      out.result({ ...summary, failed }, [translate('{copied} copied, {removed} removed, {same} the same', summary)]);
    });

  addSyncCommand('diff', 'show what sync would do; exits with 1 if there are differences').action(
    async (from: string, to: string, options: SyncOptions) => {
      const context = openContext();
      const out = output();
      const sides = await readSides(context, from, to, options, out);
      const plan = planOf(sides.from, sides.to, options.delete === true);
      reportSyncPlan(out, plan, sides.from);
      out.result(plan, []);
      if (plan.copy.length + plan.remove.length > 0) process.exitCode = EXIT.failed;
    },
  );
};
