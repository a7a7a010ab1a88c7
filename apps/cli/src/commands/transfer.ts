import { createWriteStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readdir, rename, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { downloadFile, fileUrl, uploadFile } from '@boxwood/box-sdk';
import type { FileEntry } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { openContext } from '../context.ts';
import { Complaint, EXIT, unwrap } from '../exit.ts';
import { isFolder, listFolder, statRemote } from '../listing.ts';
import type { Output } from '../output.ts';
import { printable } from '../output.ts';
import { createProgress } from '../progress.ts';

const readSlice = async (file: FileHandle, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> => {
  const buffer = new Uint8Array(end - start);
  const { bytesRead } = await file.read(buffer, 0, end - start, start);
  if (bytesRead < end - start) throw new Complaint('The file became shorter while it was being read.');
  return buffer;
};

interface Sent {
  readonly source: string;
  readonly path: string;
  readonly identical: boolean;
}

const putFile = async ({ box }: Context, source: string, target: string, output: Output): Promise<Sent> => {
  const file = await open(source, 'r');
  const progress = createProgress(printable(basename(source)), output.json);
  try {
    const { size, mtimeMs } = await file.stat();
    const result = await uploadFile(
      box,
      { target, size, mtime: Math.floor(mtimeMs / 1000), read: (start, end) => readSlice(file, start, end) },
      { onProgress: progress.update },
    );
    const { path, identical } = unwrap(result, 'put');
    return { source, path, identical };
  } finally {
    progress.end();
    await file.close();
  }
};

const putTree = async function* (
  context: Context,
  source: string,
  target: string,
  output: Output,
): AsyncGenerator<Sent> {
  if (!(await stat(source)).isDirectory()) {
    yield await putFile(context, source, target, output);
    return;
  }
  await context.box.files.makeFolder({ path: target });
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (entry.isDirectory() || entry.isFile())
      yield* putTree(context, join(source, entry.name), `${target}/${entry.name}`, output);
    else output.note(`left out (neither file nor folder): ${printable(join(source, entry.name))}`);
  }
};

/** Downloads beside the target and renames, so that a broken download is never taken for the file; goes on where one stopped. */
const getFile = async (
  context: Context,
  key: string,
  entry: FileEntry,
  target: string,
  output: Output,
): Promise<void> => {
  const part = `${target}.boxwood-part`;
  const start = await stat(part).then(
    (found) => (found.size <= entry.size ? found.size : 0),
    () => 0,
  );
  const progress = createProgress(printable(entry.name), output.json);
  const sink = createWriteStream(part, { flags: start > 0 ? 'a' : 'w' });
  let done = start;
  try {
    const url = fileUrl({ base: context.session.url, key }, entry.path);
    const result = await downloadFile(url, {
      start,
      onBytes: (piece) =>
        new Promise<void>((resolve, reject) => {
          done += piece.byteLength;
          progress.update(done, entry.size);
          sink.write(piece, (failure) => {
            if (failure) reject(failure);
            else resolve();
          });
        }),
    });
    unwrap(result, 'get');
  } finally {
    progress.end();
    await new Promise((resolve) => sink.end(resolve));
  }
  if (done !== entry.size) throw new Complaint(`${entry.path} changed while it was being read; run get again.`);
  await utimes(part, entry.mtime, entry.mtime);
  await rename(part, target);
};

const getTree = async (
  context: Context,
  key: string,
  entry: FileEntry,
  target: string,
  output: Output,
): Promise<number> => {
  if (!isFolder(entry)) {
    await getFile(context, key, entry, target, output);
    return 1;
  }
  await mkdir(target, { recursive: true });
  let count = 0;
  for await (const page of listFolder(context.box, entry.path))
    for (const child of page) {
      if (child.type === 100) output.note(`left out (a link): ${printable(child.path)}`);
      else count += await getTree(context, key, child, join(target, child.name), output);
    }
  return count;
};

export const addTransferCommands = (program: Command, output: () => Output): void => {
  program
    .command('put')
    .description('upload files or whole folders; resumes, and skips what is there already')
    .argument('<source...>', 'local files or folders')
    .requiredOption('-t, --to <folder>', 'folder on the box')
    .action(async (sources: readonly string[], { to }: { readonly to: string }) => {
      const context = openContext();
      const folder = context.remote(to);
      await context.box.files.makeFolder({ path: folder });
      const sent: Sent[] = [];
      for (const source of sources)
        for await (const file of putTree(context, source, `${folder}/${basename(source)}`, output())) {
          sent.push(file);
          output().note(`${file.identical ? 'already there' : 'uploaded'}: ${printable(file.path)}`);
        }
      output().result(sent, []);
    });

  program
    .command('get')
    .description('download a file or a whole folder; resumes')
    .argument('<path>', 'file or folder on the box')
    .argument('[target]', 'where to', '.')
    .action(async (path: string, target: string) => {
      const context = openContext();
      const entry = await statRemote(context.box, context.remote(path));
      if (entry === undefined) throw new Complaint(`${context.remote(path)}: no such file or folder`, EXIT.refused);
      const { key } = await context.box.session.fileKey();
      const into = await stat(target).then(
        (found) => (found.isDirectory() ? join(target, entry.name) : target),
        () => target,
      );
      const files = await getTree(context, key, entry, into, output());
      output().result({ files, target: into }, []);
    });
};
