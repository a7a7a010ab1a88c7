/**
 * Downloads a file and goes on where an earlier run stopped, if the file on the box is still the same:
 * `node examples/download.ts /mnt/usb1/ann/film.mkv film.mkv`.
 */
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { BoxFailure, downloadFile, fileUrl } from '@boxwood/box-sdk';
import { run, say } from './connect.ts';

/** How many bytes an earlier run left of this very version. */
const heldBytes = async (part: string, note: string, version: string): Promise<number> => {
  try {
    return (await readFile(note, 'utf8')) === version ? (await stat(part)).size : 0;
  } catch {
    return 0;
  }
};

await run(async ({ box, addresses }, [path, target = basename(path ?? '')]) => {
  if (path === undefined) throw new Error('Name a file on the box.');
  const [item] = (await box.files.list({ path, count: 1, hasbaseinfo: 0 })).file_list;
  if (item === undefined) throw new Error(`${path} is not there.`);
  const part = `${target}.part`;
  const note = `${part}.version`;
  const version = `${item.s} ${item.m} ${item.h ?? ''}`;
  const start = await heldBytes(part, note, version);
  await writeFile(note, version);
  const file = await open(part, start > 0 ? 'r+' : 'w');
  try {
    let offset = start;
    const result = await downloadFile(fileUrl(await addresses(), path), {
      start,
      onBytes: async (piece) => {
        await file.write(piece, 0, piece.byteLength, offset);
        offset += piece.byteLength;
      },
    });
    if (result._tag === 'Left') throw new BoxFailure(result.left, path);
    await file.sync();
    say(`${result.right.bytes} bytes in ${target}${start > 0 ? `, of which ${start} were here` : ''}`);
  } finally {
    await file.close();
  }
  await rename(part, target);
  await rm(note);
});
