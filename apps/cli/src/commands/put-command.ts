import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileEntry } from '@boxwood/box-sdk';
import { uploadMany } from '@boxwood/box-sdk';
import type { LocalFile } from '@boxwood/box-sdk/node';
import { localFile, localTree, toDisk } from '@boxwood/box-sdk/node';
import { copyName } from '@boxwood/box-sdk/rules';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { openContext } from '../cli-context.ts';
import { withPathInError, CliError, EXIT, sendErrorText } from '../cli-errors.ts';
import type { PathFilters } from '../path-filters.ts';
import { createPathFilter } from '../path-filters.ts';
import { withHabitualOption } from '../habitual-options.ts';
import type { Output } from '../cli-output.ts';
import { printable } from '../cli-output.ts';
import { createProgressBar } from '../progress-bar.ts';
import { statRemote } from '../remote-listing.ts';
import { walkRemote } from '../remote-paths.ts';
import type { PlannedAction, DryRun } from './dry-run.ts';
import { withDryRun, reportPlan } from './dry-run.ts';
import { translate } from '../messages/translate.ts';

interface PutOptions extends PathFilters, DryRun {
  readonly to: string;
  readonly keepBoth?: true;
  readonly jobs: string;
  readonly name?: string;
}

/** Creates the folder, or with `keep` another one with a free name when it exists. Returns its path. */
const makeFolder = async ({ box }: CliContext, target: string, keep: boolean): Promise<string> => {
  const { existed } = await withPathInError(printable(target), box.files.makeFolder({ path: target }));
  const index = target.lastIndexOf('/') + 1;
  for (let copy = 1, isOccupied = existed && keep; isOccupied; copy += 1) {
    const path = `${target.slice(0, index)}${copyName(target.slice(index), copy, true)}`;
    isOccupied = (await box.files.makeFolder({ path })).existed;
    if (!isOccupied) return path;
  }
  return target;
};

/** Stores the standard input in a file, so that its length is known. */
const spool = async (folder: string): Promise<string> => {
  const path = join(folder, 'input');
  await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }));
  return path;
};

/**
 * Stats a source. A missing one may have been meant as the target folder on the box, like the last argument of `cp`.
 */
const statSource = async (source: string) => {
  try {
    return await stat(toDisk(source));
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'ENOENT')) throw failure;
    throw new CliError(
      translate('{path}: no such file or folder on this computer; name a folder of the box with --to', {
        path: printable(source),
      }),
      EXIT.usage,
    );
  }
};

/** Plans what would be uploaded, and what exists already with the same size and mtime (in seconds). */
const planOf = async (
  { box }: CliContext,
  sources: readonly string[],
  folder: string,
  options: PutOptions,
): Promise<readonly PlannedAction[]> => {
  const actions: PlannedAction[] = [];
  const addFile = ({ from, target, size, mtime }: LocalFile, existing: FileEntry | undefined): void => {
    const same = existing?.size === size && existing.mtime === Math.floor(Number(mtime));
    actions.push({ act: same && options.keepBoth !== true ? 'keep' : 'upload', path: from, target });
  };
  for (const source of sources) {
    if (source === '-') {
      actions.push({ act: 'upload', path: '-', target: `${folder}/${options.name ?? ''}` });
      continue;
    }
    const target = `${folder}/${basename(resolve(source))}`;
    if ((await statSource(source)).isFile()) {
      addFile(await localFile(source, target), await statRemote(box, target));
      continue;
    }
    const existing = new Map<string, FileEntry>();
    if ((await statRemote(box, target)) !== undefined)
      for await (const { entry } of walkRemote(box, target)) existing.set(entry.path, entry);
    for await (const file of localTree(source, target, { filter: createPathFilter(options) }))
      addFile(file, existing.get(file.target));
  }
  return actions;
};

export const addPut = (program: Command, output: () => Output): void => {
  withHabitualOption(withDryRun(program.command('put')), '-r, --recursive')
    .description('upload files or whole folders; resumes uploads and skips files that are already on the box')
    .argument('<source...>', 'local files or folders; - is the standard input')
    .option('-t, --to <folder>', 'folder on the box; "." is your own folder', '.')
    .option('-k, --keep-both', 'keep both: use a new name if the name already exists')
    .option('-j, --jobs <n>', 'number of concurrent uploads', '4')
    .option('--name <name>', 'file name for the standard input')
    .option('--include <pattern...>', 'in folders, only matching files')
    .option('--exclude <pattern...>', 'in folders, skip matching files and folders')
    .action(async (sources: readonly string[], options: PutOptions) => {
      const context = openContext();
      const out = output();
      const folder = context.remote(options.to);
      if (options.dryRun === true) {
        reportPlan(out, await planOf(context, sources, folder, options));
        return;
      }
      for (const source of sources) if (source !== '-') await statSource(source);
      const spooled = await mkdtemp(join(tmpdir(), 'boxwood-put-'));
      const files = async function* (): AsyncGenerator<LocalFile> {
        for (const source of sources) {
          if (source === '-') {
            if (options.name === undefined)
              throw new CliError(translate('Give the file a name with --name'), EXIT.usage);
            yield localFile(await spool(spooled), `${folder}/${options.name}`);
            continue;
          }
          const found = await statSource(source);
          const target = `${folder}/${basename(resolve(source))}`;
          if (!found.isDirectory() && !found.isFile())
            throw new CliError(
              translate('{source} is not a file or folder; to upload from a pipe, use -', { source }),
              EXIT.usage,
            );
          if (found.isFile()) {
            yield localFile(source, target);
            continue;
          }
          const root = await makeFolder(context, target, options.keepBoth === true);
          yield* localTree(source, root, {
            filter: createPathFilter(options),
            onSkipped: (from) => {
              out.note(translate('skipped (not a file or folder): {path}', { path: printable(from) }));
            },
            onFolder: async (relativePath) => {
              if (relativePath !== '')
                await context.box.files.makeFolder({ path: `${root}/${relativePath.slice(0, -1)}` });
            },
          });
        }
      };
      const sent: { source: string; path: string; identical: boolean }[] = [];
      const failed: { source: string; error: string }[] = [];
      const progress = createProgressBar(translate('Uploading'), out.json);
      try {
        await withPathInError(printable(folder), context.box.files.makeFolder({ path: folder }));
        const ids = new Map<string, string>();
        const keep = (file: { readonly target: string }): string => {
          const id = ids.get(file.target) ?? randomUUID();
          ids.set(file.target, id);
          return id;
        };
        const many = {
          parallel: Number(options.jobs),
          onProgress: (bytes: number) => {
            progress.update(bytes, 0);
          },
          ...(options.keepBoth === true ? { keep } : {}),
        };
        for await (const { source, result } of uploadMany(context.box, files(), many)) {
          if (result._tag === 'Left') {
            failed.push({ source: source.from, error: sendErrorText(result.left) });
            continue;
          }
          const { path, identical } = result.right;
          sent.push({ source: source.from, path, identical });
          out.line(translate(identical ? 'already there: {path}' : 'uploaded: {path}', { path: printable(path) }));
        }
      } finally {
        progress.end();
        await rm(spooled, { recursive: true, force: true });
      }
      for (const { source, error } of failed)
        out.note(translate('failed: {words}', { words: printable(`${source}: ${error}`) }));
      out.result([...sent, ...failed], []);
      if (failed.length > 0) process.exitCode = sent.length > 0 ? EXIT.partial : EXIT.failed;
    });
};
