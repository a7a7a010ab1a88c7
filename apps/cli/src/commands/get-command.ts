import { mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { downloadFile } from '@boxwood/box-sdk';
import type { FileEntry } from '@boxwood/box-sdk';
import { toDisk } from '@boxwood/box-sdk/node';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { openContext } from '../cli-context.ts';
import { CliError, EXIT, unwrap } from '../cli-errors.ts';
import { isFolder } from '../remote-listing.ts';
import type { FailedItem } from '../run-parallel.ts';
import { runEachIndependently, runParallel } from '../run-parallel.ts';
import { expandRemote, requireRemote, walkRemote } from '../remote-paths.ts';
import type { Output } from '../cli-output.ts';
import { printable } from '../cli-output.ts';
import { createProgressBar } from '../progress-bar.ts';
import { reportFailed } from './partial-failures.ts';
import type { PlannedAction, DryRun } from './dry-run.ts';
import { withDryRun, reportPlan } from './dry-run.ts';
import { openSink, resolveTarget } from '../download-target.ts';
import type { ByteSink, DownloadTarget } from '../download-target.ts';
import { translate } from '../messages/translate.ts';

/** The size and version of a partial download from an earlier run; 0 when unknown. */
const partialDownload = async (
  part: string,
  note: string,
): Promise<{ readonly start: number; readonly etag: string }> => {
  try {
    const etag = await readFile(toDisk(note), 'utf8');
    return { start: etag === '' ? 0 : (await stat(toDisk(part))).size, etag };
  } catch {
    return { start: 0, etag: '' };
  }
};

export interface Download {
  readonly context: CliContext;
  readonly entry: FileEntry;
  readonly output: Output;
}

/**
 * Writes a file of the box into an open sink, from `start` on. @returns false when the version has changed since the
 * download began
 */
const writeContent = async (
  { context, entry, output }: Download,
  into: ByteSink,
  { start, etag }: { readonly start: number; readonly etag: string },
  onVersion: (etag: string) => Promise<void>,
): Promise<boolean> => {
  const progress = createProgressBar(printable(entry.name), output.json);
  let done = start;
  try {
    const result = await downloadFile(await context.url(entry.path), {
      start,
      onVersion,
      ...(etag === '' ? {} : { etag }),
      onBytes: async (chunk) => {
        await into.writeFile(chunk);
        done += chunk.byteLength;
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
  for (let partial = await partialDownload(part, note); ; partial = whole) {
    const file = await openPart(part, partial.start > 0 ? 'a' : 'w');
    try {
      const isSameVersion = await writeContent(download, file, partial, (etag) => writeFile(toDisk(note), etag));
      if (!isSameVersion && partial.start > 0) continue;
      // The time in the listing belongs to the listed version.
      if (!isSameVersion || (await file.stat()).size !== entry.size)
        throw new CliError(translate('{path} changed while it was being read; run get again.', { path: entry.path }));
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
const streamFile = async (download: Download, target: DownloadTarget): Promise<void> => {
  const sink = await openSink(target);
  try {
    const isSameVersion = await writeContent(download, sink, { start: 0, etag: '' }, () => Promise.resolve());
    if (!isSameVersion)
      throw new CliError(
        translate('{path} changed while it was being read; the output is incomplete.', {
          path: download.entry.path,
        }),
      );
  } finally {
    await sink.close();
  }
};

/**
 * The state of the local file: the same version (size and mtime in seconds), a newer one, or an older or missing one.
 */
const localState = (path: string, { size, mtime }: FileEntry): Promise<'same' | 'newer' | 'older'> =>
  stat(toDisk(path)).then(
    (found) => {
      const second = Math.floor(found.mtimeMs / 1000);
      if (!found.isFile() || second < mtime) return 'older';
      return second === mtime ? (found.size === size ? 'same' : 'older') : 'newer';
    },
    () => 'older',
  );
/** Whether the local file is already this version. */
export const isDownloaded = async (path: string, entry: FileEntry): Promise<boolean> =>
  (await localState(path, entry)) === 'same';

/** A file of the box, and its local target. */
interface PlannedDownload {
  readonly entry: FileEntry;
  readonly target: string;
}

/** The local target of each file below an entry; creates folders on the way. */
const filesOf = async function* (
  { box }: CliContext,
  entry: FileEntry,
  target: string,
  output: Output,
  makeFolder: (path: string) => Promise<unknown>,
): AsyncGenerator<PlannedDownload> {
  if (!isFolder(entry)) {
    yield { entry, target };
    return;
  }
  await makeFolder(target);
  for await (const { entry: child, relativePath } of walkRemote(box, entry.path)) {
    if (child.type === 100) output.note(translate('skipped (a link): {path}', { path: printable(child.path) }));
    else if (isFolder(child)) await makeFolder(join(target, relativePath));
    else yield { entry: child, target: join(target, relativePath) };
  }
};

const isLocalFolder = (path: string): Promise<boolean> =>
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
  withDryRun(program.command('get'))
    .description('download a file or a whole folder; resumes downloads and skips files that are already here')
    .argument('<path>', 'file or folder on the box, may contain * and ?; FOLDER/ means the contents of the folder')
    .argument(
      '[target]',
      'target; - is the standard output; devices and pipes such as /dev/stdout are written to directly',
      '.',
    )
    .option('-j, --jobs <n>', 'number of concurrent downloads', '4')
    .option('-f, --force', 'also replace files that were changed on this computer')
    .action(async (path: string, target: string, { jobs, dryRun, force }: GetOptions) => {
      const context = openContext();
      const out = output();
      const counts = { files: 0, same: 0, newer: 0 };
      const makeFolder =
        dryRun === true ? () => Promise.resolve() : (at: string) => mkdir(toDisk(at), { recursive: true });
      const plan: PlannedAction[] = [];
      const failed: FailedItem[] = [];
      const found = await expandRemote(context.box, context.remote(path));
      for (const at of found) {
        const entry = await requireRemote(context.box, at);
        if (target === '-' && dryRun !== true) {
          if (isFolder(entry)) throw new CliError(translate('{path} is a folder', { path: at }), EXIT.usage);
          await streamFile({ context, entry, output: out }, STDOUT);
          continue;
        }
        // A folder is downloaded into the target, on the first run and on later ones.
        const inside = !path.endsWith('/') && (isFolder(entry) || (await isLocalFolder(target)));
        const into = inside ? join(target, entry.name) : target;
        const seen: string[] = [];
        const files = filesOf(context, entry, into, out, makeFolder);
        const downloadOne = async (file: PlannedDownload): Promise<void> => {
          const here = await localState(file.target, file.entry);
          const isSkipped = here === 'newer' && force !== true;
          if (dryRun === true) {
            const act = here === 'same' || isSkipped ? 'keep' : 'download';
            plan.push({ act, path: file.entry.path, target: file.target });
            return;
          }
          if (here === 'same') {
            counts.same += 1;
            return;
          }
          if (isSkipped) {
            counts.newer += 1;
            out.note(
              translate('skipped, changed on this computer: {path} (--force replaces it)', {
                path: printable(file.target),
              }),
            );
            return;
          }
          const resolvedTarget = await resolveTarget(file.target);
          const download = { context, entry: file.entry, output: out };
          await (resolvedTarget.kind === 'file'
            ? getFile(download, resolvedTarget.path)
            : streamFile(download, resolvedTarget));
          counts.files += 1;
          if (resolvedTarget.kind === 'file') out.line(translate('got {path}', { path: printable(file.target) }));
          else seen.push(resolvedTarget.kind);
        };
        // A single requested file reports its own error.
        if (found.length === 1 && !isFolder(entry)) await runParallel(1, files, downloadOne);
        else failed.push(...(await runEachIndependently(Number(jobs), files, (file) => file.entry.path, downloadOne)));
        // The bytes on the standard output are the result.
        if (seen.includes('output')) return;
      }
      if (dryRun === true) {
        reportPlan(out, plan);
        return;
      }
      if (target === '-') return;
      if (counts.newer > 0) process.exitCode = EXIT.partial;
      reportFailed(out, failed, counts.files + counts.same);
      out.result(
        { ...counts, failed, target },
        counts.same === 0 ? [] : [translate('{count} already present', { count: counts.same })],
      );
    });
};
