import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { uploadFile } from '@boxwood/box-sdk';
import { copyName } from '@boxwood/box-sdk/rules';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { openContext } from '../context.ts';
import { Complaint, unwrap } from '../exit.ts';
import type { Output } from '../output.ts';
import { printable } from '../output.ts';
import { createProgress } from '../progress.ts';

/** Reads a part of a file that is still what it was when it was opened: no bytes of two versions go together. */
const readSlice = async (
  file: FileHandle,
  opened: BigIntStats,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const buffer = new Uint8Array(end - start);
  const { bytesRead } = await file.read(buffer, 0, end - start, start);
  const { size, mtimeNs } = await file.stat({ bigint: true });
  if (bytesRead < end - start || size !== opened.size || mtimeNs !== opened.mtimeNs)
    throw new Complaint('The file changed while it was being read; run put again.');
  return buffer;
};

const NS = 1_000_000_000n;
/** The time of a file with all its digits. */
const timeOf = ({ mtimeNs }: BigIntStats): string => {
  const part = ((mtimeNs % NS) + NS) % NS;
  return `${(mtimeNs - part) / NS}.${String(part).padStart(9, '0')}`;
};

/** With `keep` what stands at the target is kept, and the new one takes a free name beside it. */
interface Putting {
  readonly keep: boolean;
  readonly output: Output;
}

interface Sent {
  readonly source: string;
  readonly path: string;
  readonly identical: boolean;
}

const putFile = async ({ box }: Context, source: string, target: string, { keep, output }: Putting): Promise<Sent> => {
  const file = await open(source, 'r');
  const progress = createProgress(printable(basename(source)), output.json);
  try {
    const opened = await file.stat({ bigint: true });
    const result = await uploadFile(
      box,
      {
        ...{ target, size: Number(opened.size), mtime: timeOf(opened) },
        read: (start, end) => readSlice(file, opened, start, end),
      },
      { onProgress: progress.update, ...(keep ? { keep: randomUUID() } : {}) },
    );
    const { path, identical } = unwrap(result, 'put');
    return { source, path, identical };
  } finally {
    progress.end();
    await file.close();
  }
};

/** Makes the folder, or with `keep` one beside it of a name that is free; the box says whether it was there. Returns its path. */
const makeFolder = async ({ box }: Context, target: string, keep: boolean): Promise<string> => {
  const { existed } = await box.files.makeFolder({ path: target });
  const at = target.lastIndexOf('/') + 1;
  for (let copy = 1, taken = existed && keep; taken; copy += 1) {
    const path = `${target.slice(0, at)}${copyName(target.slice(at), copy, true)}`;
    taken = (await box.files.makeFolder({ path })).existed;
    if (!taken) return path;
  }
  return target;
};

const putTree = async function* (
  context: Context,
  source: string,
  target: string,
  putting: Putting,
): AsyncGenerator<Sent> {
  if (!(await stat(source)).isDirectory()) {
    yield await putFile(context, source, target, putting);
    return;
  }
  const folder = await makeFolder(context, target, putting.keep);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (entry.isDirectory() || entry.isFile())
      // What is in a folder of its own meets nothing.
      yield* putTree(context, join(source, entry.name), `${folder}/${entry.name}`, { ...putting, keep: false });
    else putting.output.note(`left out (neither file nor folder): ${printable(join(source, entry.name))}`);
  }
};

export const addPut = (program: Command, output: () => Output): void => {
  program
    .command('put')
    .description('upload files or whole folders; resumes, and skips what is there already')
    .argument('<source...>', 'local files or folders')
    .requiredOption('-t, --to <folder>', 'folder on the box')
    .option('-k, --keep-both', 'replace nothing: what is new takes a free name beside it')
    .action(async (sources: readonly string[], { to, keepBoth }: { readonly to: string; readonly keepBoth?: true }) => {
      const context = openContext();
      const folder = context.remote(to);
      await context.box.files.makeFolder({ path: folder });
      const sent: Sent[] = [];
      for (const source of sources)
        for await (const file of putTree(context, source, `${folder}/${basename(source)}`, {
          ...{ keep: keepBoth === true, output: output() },
        })) {
          sent.push(file);
          output().note(`${file.identical ? 'already there' : 'uploaded'}: ${printable(file.path)}`);
        }
      output().result(sent, []);
    });
};
