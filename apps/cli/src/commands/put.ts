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
import type { Context } from '../context.ts';
import { openContext } from '../context.ts';
import { about, Complaint, EXIT, sendWords } from '../exit.ts';
import type { Filters } from '../filters.ts';
import { filterOf } from '../filters.ts';
import { habit } from '../habits.ts';
import type { Output } from '../output.ts';
import { printable } from '../output.ts';
import { createProgress } from '../progress.ts';
import { statRemote } from '../listing.ts';
import { walkRemote } from '../remote.ts';
import type { Act, DryRun } from './plan.ts';
import { dryRunnable, tellPlan } from './plan.ts';
import { say } from '../words/say.ts';

interface PutOptions extends Filters, DryRun {
  readonly to: string;
  readonly keepBoth?: true;
  readonly jobs: string;
  readonly name?: string;
}

/** Creates the folder, or with `keep` another one with a free name when it exists. Returns its path. */
const makeFolder = async ({ box }: Context, target: string, keep: boolean): Promise<string> => {
  const { existed } = await about(printable(target), box.files.makeFolder({ path: target }));
  const at = target.lastIndexOf('/') + 1;
  for (let copy = 1, taken = existed && keep; taken; copy += 1) {
    const path = `${target.slice(0, at)}${copyName(target.slice(at), copy, true)}`;
    taken = (await box.files.makeFolder({ path })).existed;
    if (!taken) return path;
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
const lookAt = async (source: string) => {
  try {
    return await stat(toDisk(source));
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'ENOENT')) throw failure;
    throw new Complaint(
      say('{path}: there is no such file or folder here; a folder of the box is named with --to', {
        path: printable(source),
      }),
      EXIT.usage,
    );
  }
};

/** Plans what would be uploaded, and what exists already with the same size and mtime (in seconds). */
const planOf = async (
  { box }: Context,
  sources: readonly string[],
  folder: string,
  options: PutOptions,
): Promise<readonly Act[]> => {
  const acts: Act[] = [];
  const note = ({ from, target, size, mtime }: LocalFile, there: FileEntry | undefined): void => {
    const same = there?.size === size && there.mtime === Math.floor(Number(mtime));
    acts.push({ act: same && options.keepBoth !== true ? 'keep' : 'upload', path: from, target });
  };
  for (const source of sources) {
    if (source === '-') {
      acts.push({ act: 'upload', path: '-', target: `${folder}/${options.name ?? ''}` });
      continue;
    }
    const target = `${folder}/${basename(resolve(source))}`;
    if ((await lookAt(source)).isFile()) {
      note(await localFile(source, target), await statRemote(box, target));
      continue;
    }
    const there = new Map<string, FileEntry>();
    if ((await statRemote(box, target)) !== undefined)
      for await (const { entry } of walkRemote(box, target)) there.set(entry.path, entry);
    for await (const file of localTree(source, target, { filter: filterOf(options) }))
      note(file, there.get(file.target));
  }
  return acts;
};

export const addPut = (program: Command, output: () => Output): void => {
  habit(dryRunnable(program.command('put')), '-r, --recursive')
    .description('upload files or whole folders; resumes, and skips what is there already')
    .argument('<source...>', 'local files or folders; - is the standard input')
    .option('-t, --to <folder>', 'folder on the box; your own without it', '.')
    .option('-k, --keep-both', 'replace nothing: what is new takes a free name beside it')
    .option('-j, --jobs <n>', 'uploads at a time', '4')
    .option('--name <name>', 'what the standard input is to be called')
    .option('--include <pattern...>', 'of folders only files like this')
    .option('--exclude <pattern...>', 'of folders nothing like this')
    .action(async (sources: readonly string[], options: PutOptions) => {
      const context = openContext();
      const out = output();
      const folder = context.remote(options.to);
      if (options.dryRun === true) {
        tellPlan(out, await planOf(context, sources, folder, options));
        return;
      }
      for (const source of sources) if (source !== '-') await lookAt(source);
      const spooled = await mkdtemp(join(tmpdir(), 'boxwood-put-'));
      const files = async function* (): AsyncGenerator<LocalFile> {
        for (const source of sources) {
          if (source === '-') {
            if (options.name === undefined) throw new Complaint(say('Say how it is to be called: --name'), EXIT.usage);
            yield localFile(await spool(spooled), `${folder}/${options.name}`);
            continue;
          }
          const found = await lookAt(source);
          const target = `${folder}/${basename(resolve(source))}`;
          if (!found.isDirectory() && !found.isFile())
            throw new Complaint(
              say('{source} is neither a file nor a folder; what comes through a pipe is put with -', { source }),
              EXIT.usage,
            );
          if (found.isFile()) {
            yield localFile(source, target);
            continue;
          }
          const root = await makeFolder(context, target, options.keepBoth === true);
          yield* localTree(source, root, {
            filter: filterOf(options),
            onSkipped: (from) => {
              out.note(say('left out (neither file nor folder): {path}', { path: printable(from) }));
            },
            onFolder: async (below) => {
              if (below !== '') await context.box.files.makeFolder({ path: `${root}/${below.slice(0, -1)}` });
            },
          });
        }
      };
      const sent: { source: string; path: string; identical: boolean }[] = [];
      const failed: { source: string; error: string }[] = [];
      const progress = createProgress(say('Uploading'), out.json);
      try {
        await about(printable(folder), context.box.files.makeFolder({ path: folder }));
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
            failed.push({ source: source.from, error: sendWords(result.left) });
            continue;
          }
          const { path, identical } = result.right;
          sent.push({ source: source.from, path, identical });
          out.line(say(identical ? 'already there: {path}' : 'uploaded: {path}', { path: printable(path) }));
        }
      } finally {
        progress.end();
        await rm(spooled, { recursive: true, force: true });
      }
      for (const { source, error } of failed)
        out.note(say('failed: {words}', { words: printable(`${source}: ${error}`) }));
      out.result([...sent, ...failed], []);
      if (failed.length > 0) process.exitCode = sent.length > 0 ? EXIT.partial : EXIT.failed;
    });
};
