/**
 * Uploads through the desktop in a browser: one large file, compared with a plain PUT of the same bytes to nginx, and
 * many tiny ones.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { flushDisk } from './_report.ts';

const MEGABYTE = 1024 * 1024;
/** G-17: the largest body of one PUT to a box. */
const CHUNK_BYTES = 8 * MEGABYTE;
/** Small files that the desktop sends in one body. */
const FILES_PER_BODY = 256;

/** Waits until a condition holds, at most `timeoutMs`; each check takes time from what is measured. */
const until = async (what: () => boolean, everyMs: number, timeoutMs = 240_000): Promise<void> => {
  const last = performance.now() + timeoutMs;
  while (!what()) {
    if (performance.now() > last) throw new Error('it did not arrive');
    await delay(everyMs);
  }
};

export interface LargeUpload {
  /** A page of the desktop with the folder `into` open. */
  readonly page: Page;
  /** The real folder behind the open one. */
  readonly into: string;
  /** A page of nginx, and its folder. */
  readonly bare: { readonly page: Page; readonly folder: string } | null;
  /** The folder for the file that is sent. */
  readonly scratch: string;
  readonly bytes: number;
  readonly runs: number;
}

export interface LargeTimes {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  readonly pieces: readonly number[];
}

/** How the chosen files become bodies: a single file in chunks of this many bytes, or this many files in one body. */
type UploadSplit = { readonly bytes: number } | { readonly together: number };

/**
 * The time a browser takes to send the chosen files to nginx, one body after the other. Of bundled files it reads sizes
 * and times first, as any page has to that checks whether they exist.
 */
const putBare = ({ page }: { readonly page: Page }, how: UploadSplit): Promise<number> =>
  page.evaluate(async (cut) => {
    const files = [...(document.querySelector('input')?.files ?? [])];
    const [first] = files;
    if (first === undefined) throw new Error('no file was chosen');
    const begun = performance.now();
    const sum = files.reduce((bytes, { size, lastModified }) => bytes + (lastModified > 0 ? size : 0), 0);
    if (sum === 0) throw new Error('the files have nothing in them');
    const [all, step] = 'bytes' in cut ? [first.size, cut.bytes] : [files.length, cut.together];
    for (let at = 0; at < all; at += step)
      await new Promise<void>((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open('PUT', `/bare-${at}.bin`);
        request.onload = () => {
          resolve();
        };
        request.onerror = () => {
          reject(new Error('the bare upload failed'));
        };
        const piece = step >= all ? first : first.slice(at, at + step);
        request.send('bytes' in cut ? piece : new Blob(files.slice(at, at + step)));
      });
    return performance.now() - begun;
  }, how);

/**
 * Milliseconds of every run: ours, one plain PUT, and plain PUTs of the chunk size of an upload (`pieces`),
 * alternately.
 */
export const uploadLarge = async ({ page, into, bare, scratch, bytes, runs }: LargeUpload): Promise<LargeTimes> => {
  const large = join(scratch, 'large.bin');
  const piece = randomBytes(CHUNK_BYTES);
  const file = openSync(large, 'w');
  for (let at = 0; at < bytes; at += piece.length) writeSync(file, piece, 0, Math.min(piece.length, bytes - at));
  closeSync(file);
  const arrived = join(into, 'large.bin');
  await bare?.page.evaluate(() => {
    document.body.innerHTML = '<input type="file">';
  });
  const ours: number[] = [];
  const theirs: number[] = [];
  const pieces: number[] = [];
  for (let run = 0; run < runs; run++) {
    flushDisk();
    const begun = performance.now();
    await page.locator('input[data-choose="files"]').setInputFiles(large);
    await until(() => existsSync(arrived) && statSync(arrived).size === bytes, 10);
    ours.push(performance.now() - begun);
    await page.waitForTimeout(1000);
    rmSync(arrived);
    if (bare === null) continue;
    flushDisk();
    const started = performance.now();
    await bare.page.locator('input').setInputFiles(large);
    await putBare(bare, { bytes });
    theirs.push(performance.now() - started);
    pieces.push(await putBare(bare, { bytes: CHUNK_BYTES }));
    for (const name of readdirSync(bare.folder)) if (name.startsWith('bare-')) rmSync(join(bare.folder, name));
  }
  rmSync(large);
  return { ours, theirs, pieces };
};

export interface TinyUpload extends Pick<LargeUpload, 'page' | 'into' | 'bare' | 'scratch'> {
  readonly count: number;
}

export interface TinyTimes {
  readonly ours: number;
  readonly theirs: number | null;
}

/**
 * Milliseconds until the last of `count` small files of a chosen folder is on the box, and those of a plain page for
 * the same to nginx.
 */
export const uploadTiny = async ({ page, into, bare, scratch, count }: TinyUpload): Promise<TinyTimes> => {
  const tiny = join(scratch, 'Tiny');
  mkdirSync(tiny);
  for (let at = 0; at < count; at++) writeFileSync(join(tiny, `${at}.txt`), `file ${at}`);
  const begun = performance.now();
  await page.locator('input[data-choose="folder"]').setInputFiles(tiny);
  const arrived = join(into, 'Tiny');
  await until(() => existsSync(arrived) && readdirSync(arrived).length >= count, 250);
  const ours = performance.now() - begun;
  if (bare === null) return { ours, theirs: null };
  flushDisk();
  await bare.page.evaluate(() => {
    document.body.innerHTML = '<input type="file" webkitdirectory>';
  });
  const started = performance.now();
  await bare.page.locator('input').setInputFiles(tiny);
  await putBare(bare, { together: FILES_PER_BODY });
  const theirs = performance.now() - started;
  for (const name of readdirSync(bare.folder)) if (name.startsWith('bare-')) rmSync(join(bare.folder, name));
  return { ours, theirs };
};
