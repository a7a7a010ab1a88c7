import { mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { downloadFile } from '@boxwood/box-sdk';
import type { FileEntry } from '@boxwood/box-sdk';
import { toDisk } from '@boxwood/box-sdk/node';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { openContext } from '../context.ts';
import { Complaint, EXIT, unwrap } from '../exit.ts';
import { isFolder } from '../listing.ts';
import type { Failed } from '../parallel.ts';
import { eachAlone, inParallel } from '../parallel.ts';
import { expand, needRemote, walkRemote } from '../remote.ts';
import type { Output } from '../output.ts';
import { printable } from '../output.ts';
import { createProgress } from '../progress.ts';
import { tellFailed } from './partial.ts';
import type { Act, DryRun } from './plan.ts';
import { dryRunnable, tellPlan } from './plan.ts';
import { openSink, targetOf } from '../target.ts';
import type { Sink, Target } from '../target.ts';
import { say } from '../words/say.ts';

/** The size and version of a partial download from an earlier run; 0 when unknown. */
const leftOf = async (part: string, note: string): Promise<{ readonly start: number; readonly etag: string }> => {
  try {
    const etag = await readFile(toDisk(note), 'utf8');
    return { start: etag === '' ? 0 : (await stat(toDisk(part))).size, etag };
  } catch {
    return { start: 0, etag: '' };
  }
};

export interface Download {
  readonly context: Context;
  readonly entry: FileEntry;
  readonly output: Output;
}

/**
 * Writes a file of the box into an open sink, from `start` on. @returns false when the version has changed since the
 * download began
 */
const pour = async (
  { context, entry, output }: Download,
  into: Sink,
  { start, etag }: { readonly start: number; readonly etag: string },
  onVersion: (etag: string) => Promise<void>,
): Promise<boolean> => {
  const progress = createProgress(printable(entry.name), output.json);
  let done = start;
  try {
    const result = await downloadFile(await context.url(entry.path), {
      start,
      onVersion,
      ...(etag === '' ? {} : { etag }),
      onBytes: async (piece) => {
        await into.writeFile(piece);
        done += piece.byteLength;
        progress.update(done, entry.size);
      },
    });
    if (result._tag === 'Left' && result.left._tag === 'Http' && result.left.status === 412) return false;
    unwrap(result, 'get');
    return true;
  } finally {
    progress.end();
  }
};

const openPart = async (part: string, flags: 'a' | 'w') => {
  await mkdir(toDisk(dirname(part)), { recursive: true });
  return open(toDisk(part), flags);
};

/**
 * Downloads to a temporary file next to the target and renames it, so that a broken download is never mistaken for the
 * file. Resumes an earlier download of the same version.
 */
export const getFile = async (download: Download, target: string): Promise<void> => {
  const { entry } = download;
  const part = `${target}.boxwood-part`;
  const note = `${part}.version`;
  const whole = { start: 0, etag: '' };
  for (let left = await leftOf(part, note); ; left = whole) {
    const file = await openPart(part, left.start > 0 ? 'a' : 'w');
    try {
      const isOne = await pour(download, file, left, (etag) => writeFile(toDisk(note), etag));
      if (!isOne && left.start > 0) continue;
      // The time in the listing belongs to the listed version.
      if (!isOne || (await file.stat()).size !== entry.size)
        throw new Complaint(say('{path} changed while it was being read; run get again.', { path: entry.path }));
      await file.sync();
      break;
    } finally {
      await file.close();
    }
  }
  await utimes(toDisk(part), entry.mtime, entry.mtime);
  // The version note is deleted first: after a crash in between, the next run finds the file complete, and nothing
  // would delete a leftover note.
  await rm(toDisk(note), { force: true });
  await rename(toDisk(part), toDisk(target));
};

/** Writes the bytes to a target that is not a regular file: a device, a pipe, a socket, the standard output. */
const getInto = async (download: Download, target: Target): Promise<void> => {
  const sink = await openSink(target);
  try {
    const isOne = await pour(download, sink, { start: 0, etag: '' }, () => Promise.resolve());
    if (!isOne)
      throw new Complaint(
        say('{path} changed while it was being read; what was written is not whole.', { path: download.entry.path }),
      );
  } finally {
    await sink.close();
  }
};

/**
 * The state of the local file: the same version (size and mtime in seconds), a newer one, or an older or missing one.
 */
const foundHere = (path: string, { size, mtime }: FileEntry): Promise<'same' | 'newer' | 'older'> =>
  stat(toDisk(path)).then(
    (found) => {
      const second = Math.floor(found.mtimeMs / 1000);
      if (!found.isFile() || second < mtime) return 'older';
      return second === mtime ? (found.size === size ? 'same' : 'older') : 'newer';
    },
    () => 'older',
  );
/** Whether the local file is already this version. */
export const isHere = async (path: string, entry: FileEntry): Promise<boolean> =>
  (await foundHere(path, entry)) === 'same';

/** A file of the box, and its local target. */
interface Placed {
  readonly entry: FileEntry;
  readonly target: string;
}

/** The local target of each file below an entry; creates folders on the way. */
const filesOf = async function* (
  { box }: Context,
  entry: FileEntry,
  target: string,
  output: Output,
  makeFolder: (path: string) => Promise<unknown>,
): AsyncGenerator<Placed> {
  if (!isFolder(entry)) {
    yield { entry, target };
    return;
  }
  await makeFolder(target);
  for await (const { entry: child, below } of walkRemote(box, entry.path)) {
    if (child.type === 100) output.note(say('left out (a link): {path}', { path: printable(child.path) }));
    else if (isFolder(child)) await makeFolder(join(target, below));
    else yield { entry: child, target: join(target, below) };
  }
};

const isFolderHere = (path: string): Promise<boolean> =>
  stat(toDisk(path)).then(
    (found) => found.isDirectory(),
    () => false,
  );

interface GetOptions extends DryRun {
  readonly jobs: string;
  readonly force?: true;
}

const STDOUT = { kind: 'output', path: '-' } as const;

export const addGet = (program: Command, output: () => Output): void => {
  dryRunnable(program.command('get'))
    .description('download a file or a whole folder; resumes, and skips what is here already')
    .argument('<path>', 'file or folder on the box, also with * and ?; of FOLDER/ what is in it')
    .argument('[target]', 'where to; - is the standard output; a device or a pipe, /dev/stdout too, is written to', '.')
    .option('-j, --jobs <n>', 'downloads at a time', '4')
    .option('-f, --force', 'also replace what was changed here since')
    .action(async (path: string, target: string, { jobs, dryRun, force }: GetOptions) => {
      const context = openContext();
      const out = output();
      const counts = { files: 0, same: 0, newer: 0 };
      const makeFolder =
        dryRun === true ? () => Promise.resolve() : (at: string) => mkdir(toDisk(at), { recursive: true });
      const plan: Act[] = [];
      const failed: Failed[] = [];
      const found = await expand(context.box, context.remote(path));
      for (const at of found) {
        const entry = await needRemote(context.box, at);
        if (target === '-' && dryRun !== true) {
          if (isFolder(entry)) throw new Complaint(say('{path} is a folder', { path: at }), EXIT.usage);
          await getInto({ context, entry, output: out }, STDOUT);
          continue;
        }
        // A folder is downloaded into the target, on the first run and on later ones.
        const inside = !path.endsWith('/') && (isFolder(entry) || (await isFolderHere(target)));
        const into = inside ? join(target, entry.name) : target;
        const seen: string[] = [];
        const files = filesOf(context, entry, into, out, makeFolder);
        const take = async (file: Placed): Promise<void> => {
          const here = await foundHere(file.target, file.entry);
          const isKept = here === 'newer' && force !== true;
          if (dryRun === true) {
            const act = here === 'same' || isKept ? 'keep' : 'download';
            plan.push({ act, path: file.entry.path, target: file.target });
            return;
          }
          if (here === 'same') {
            counts.same += 1;
            return;
          }
          if (isKept) {
            counts.newer += 1;
            out.note(
              say('left as it is, it was changed here since: {path} (--force replaces it)', {
                path: printable(file.target),
              }),
            );
            return;
          }
          const place = await targetOf(file.target);
          const download = { context, entry: file.entry, output: out };
          await (place.kind === 'file' ? getFile(download, place.path) : getInto(download, place));
          counts.files += 1;
          if (place.kind === 'file') out.line(say('got {path}', { path: printable(file.target) }));
          else seen.push(place.kind);
        };
        // A single requested file reports its own error.
        if (found.length === 1 && !isFolder(entry)) await inParallel(1, files, take);
        else failed.push(...(await eachAlone(Number(jobs), files, (file) => file.entry.path, take)));
        // The bytes on the standard output are the result.
        if (seen.includes('output')) return;
      }
      if (dryRun === true) {
        tellPlan(out, plan);
        return;
      }
      if (target === '-') return;
      if (counts.newer > 0) process.exitCode = EXIT.partial;
      tellFailed(out, failed, counts.files + counts.same);
      out.result(
        { ...counts, failed, target },
        counts.same === 0 ? [] : [say('{count} were here already', { count: counts.same })],
      );
    });
};
