/**
 * Names the photos of a folder after their capture time. Only the start of each file is downloaded. `node
 * examples/rename-by-date.ts /mnt/usb1/ann/Trip` shows the new names, `--do` renames the files.
 */
import { extname } from 'node:path';
import type { ShortItem } from '@boxwood/box-sdk';
import { joinPath, ListFiles } from '@boxwood/box-sdk';
import exifr from 'exifr';
import { run, say } from './connect.ts';

/** EXIF stands in the first 64 KiB of a JPEG; a HEIC may need more. */
const METADATA_BYTES = 256 * 1024;
/** Maximum number of pairs in one RenameFiles call. */
const MAX_PAIRS_PER_CALL = 500;

const takenAt = async (address: string): Promise<string | undefined> => {
  const reply = await fetch(address, { headers: { range: `bytes=0-${METADATA_BYTES - 1}` } });
  if (!reply.ok) return undefined;
  const read: unknown = await exifr
    .parse(await reply.arrayBuffer(), { pick: ['DateTimeOriginal'], reviveValues: false })
    .catch(() => undefined);
  if (typeof read !== 'object' || read === null || !('DateTimeOriginal' in read)) return undefined;
  // "2024:05:01 12:30:00", the camera's own clock without a zone.
  const match = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/.exec(String(read.DateTimeOriginal));
  return match === null ? undefined : `${match.slice(1, 4).join('-')}_${match.slice(4, 7).join('-')}`;
};

/** A free name: the date, or the date with a number. */
const freeName = (date: string, suffix: string, occupied: ReadonlySet<string>): string => {
  for (let n = 1; ; n++) {
    const name = `${date}${n === 1 ? '' : `-${n}`}${suffix}`;
    if (!occupied.has(name)) return name;
  }
};

await run(async (box, [folder, mode]) => {
  if (folder === undefined) throw new Error('Name a folder on the box.');
  const items: ShortItem[] = [];
  for await (const item of box.each(ListFiles, { path: folder })) items.push(item);
  const taken = new Set(items.map((item) => item.n));
  const renames: { source: string; target: string }[] = [];
  for (const item of items.filter(({ t }) => t === 3)) {
    const date = await takenAt(await box.url(joinPath(folder, item.n)));
    if (date === undefined || item.n.startsWith(date)) continue;
    const name = freeName(date, extname(item.n).toLowerCase(), taken);
    taken.add(name);
    renames.push({ source: joinPath(folder, item.n), target: joinPath(folder, name) });
    say(`${item.n} -> ${name}`);
  }
  if (mode !== '--do') {
    say(`${renames.length} photos would get a new name; add --do to rename them`);
    return;
  }
  for (let from = 0; from < renames.length; from += MAX_PAIRS_PER_CALL) {
    const { ok, failed } = await box.files.rename({ renames: renames.slice(from, from + MAX_PAIRS_PER_CALL) });
    say(`${ok} renamed, ${failed.length} failed`);
    for (const { path, error } of failed) say(`  ${path}: ${error}`);
  }
});
