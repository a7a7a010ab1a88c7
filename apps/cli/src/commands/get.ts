import { mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadFile, fileKeyOf, fileUrl } from '@boxwood/box-sdk';
import type { FileEntry } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { openContext } from '../context.ts';
import { Complaint, EXIT, unwrap } from '../exit.ts';
import { isFolder, listFolder, statRemote } from '../listing.ts';
import type { Output } from '../output.ts';
import { printable } from '../output.ts';
import { createProgress } from '../progress.ts';
import { openSink, targetOf } from '../target.ts';
import type { Sink, Target } from '../target.ts';

/** What an earlier run left of a file, and of which version; nothing when that is not known. */
const leftOf = async (part: string, note: string): Promise<{ readonly start: number; readonly etag: string }> => {
  try {
    const etag = await readFile(note, 'utf8');
    return { start: etag === '' ? 0 : (await stat(part)).size, etag };
  } catch {
    return { start: 0, etag: '' };
  }
};

interface Download {
  readonly context: Context;
  readonly key: string;
  readonly entry: FileEntry;
  readonly output: Output;
}

/** Writes a file of the box, from `start` on, into an open one. @returns false when it is another version than the one that was begun */
const pour = async (
  { context, key, entry, output }: Download,
  into: Sink,
  { start, etag }: { readonly start: number; readonly etag: string },
  onVersion: (etag: string) => Promise<void>,
): Promise<boolean> => {
  const progress = createProgress(printable(entry.name), output.json);
  let done = start;
  try {
    const result = await downloadFile(fileUrl({ base: context.session.url, key }, entry.path), {
      ...{ start, onVersion, ...(etag === '' ? {} : { etag }) },
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

/**
 * Downloads beside the target and renames, so that a broken download is never taken for the file; goes on where one stopped, with the same
 * version only.
 */
const getFile = async (download: Download, target: string): Promise<void> => {
  const { entry } = download;
  const part = `${target}.boxwood-part`;
  const note = `${part}.version`;
  const whole = { start: 0, etag: '' };
  for (let left = await leftOf(part, note); ; left = whole) {
    const file = await open(part, left.start > 0 ? 'a' : 'w');
    try {
      const isOne = await pour(download, file, left, (etag) => writeFile(note, etag));
      if (!isOne && left.start > 0) continue;
      // The time in the listing is that of the version that was listed.
      if (!isOne || (await file.stat()).size !== entry.size)
        throw new Complaint(`${entry.path} changed while it was being read; run get again.`);
      await file.sync();
      break;
    } finally {
      await file.close();
    }
  }
  await utimes(part, entry.mtime, entry.mtime);
  await rename(part, target);
  await rm(note, { force: true });
};

/** What is no file takes the bytes as they come: a device, a pipe, a socket, the standard output. */
const getInto = async (download: Download, target: Target): Promise<void> => {
  const sink = await openSink(target);
  try {
    const isOne = await pour(download, sink, { start: 0, etag: '' }, () => Promise.resolve());
    if (!isOne)
      throw new Complaint(`${download.entry.path} changed while it was being read; what was written is not whole.`);
  } finally {
    await sink.close();
  }
};

const getTree = async (download: Download, target: string): Promise<number> => {
  const { context, entry, output } = download;
  if (!isFolder(entry)) {
    const found = await targetOf(target);
    await (found.kind === 'file' ? getFile(download, found.path) : getInto(download, found));
    return 1;
  }
  await mkdir(target, { recursive: true });
  let count = 0;
  for await (const page of listFolder(context.box, entry.path))
    for (const child of page) {
      if (child.type === 100) output.note(`left out (a link): ${printable(child.path)}`);
      else count += await getTree({ ...download, entry: child }, join(target, child.name));
    }
  return count;
};

export const addGet = (program: Command, output: () => Output): void => {
  program
    .command('get')
    .description('download a file or a whole folder; resumes')
    .argument('<path>', 'file or folder on the box')
    .argument('[target]', 'where to; a device or a pipe, /dev/stdout too, is written to', '.')
    .action(async (path: string, target: string) => {
      const context = openContext();
      const entry = await statRemote(context.box, context.remote(path));
      if (entry === undefined) throw new Complaint(`${context.remote(path)}: no such file or folder`, EXIT.refused);
      const { key } = unwrap(await fileKeyOf(context.box), 'get');
      const into = await stat(target).then(
        (found) => (found.isDirectory() ? join(target, entry.name) : target),
        () => target,
      );
      const files = await getTree({ context, key, entry, output: output() }, into);
      // What went to the standard output is the result.
      if ((await targetOf(into)).kind !== 'output') output().result({ files, target: into }, []);
    });
};
