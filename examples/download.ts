/**
 * Downloads a file, and resumes where an earlier run stopped if the file on the box is unchanged: `node
 * examples/download.ts /mnt/usb1/ann/film.mkv film.mkv`.
 */
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { BoxFailure, downloadFile } from '@boxwood/box-sdk';
import { run, say } from './connect.ts';

/** The bytes left by an earlier run, and the version they belong to. */
const heldBytes = async (part: string, note: string): Promise<{ readonly start: number; readonly etag: string }> => {
  try {
    const etag = await readFile(note, 'utf8');
    return { start: etag === '' ? 0 : (await stat(part)).size, etag };
  } catch {
    return { start: 0, etag: '' };
  }
};

await run(async (box, [path, target = basename(path ?? '')]) => {
  if (path === undefined) throw new Error('Name a file on the box.');
  const part = `${target}.part`;
  const note = `${part}.version`;
  const url = await box.url(path);
  for (let { start, etag } = await heldBytes(part, note); ; [start, etag] = [0, '']) {
    await using file = await open(part, start > 0 ? 'a' : 'w');
    const result = await downloadFile(url, {
      ...(start > 0 ? { start, etag } : {}),
      onVersion: (version) => writeFile(note, version),
      onBytes: (piece) => file.writeFile(piece),
    });
    // The version changed: the bytes of the earlier run cannot be used.
    if (result._tag === 'Left' && result.left._tag === 'Http' && result.left.status === 412 && start > 0) continue;
    if (result._tag === 'Left') throw new BoxFailure(result.left, path);
    await file.sync();
    say(`${result.right.bytes} bytes in ${target}${start > 0 ? `, of which ${start} were here` : ''}`);
    break;
  }
  await rename(part, target);
  await rm(note);
});
