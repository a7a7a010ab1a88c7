/** Uploads through the desktop in a browser: one large file beside a bare PUT of the same bytes to nginx, and many tiny ones. */
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
import { restDisk } from './_report.ts';

const MEGABYTE = 1024 * 1024;
/** G-17: the longest body of one PUT to a box. */
const PIECE = 8 * MEGABYTE;
/** Small files that the desktop sends in one body. */
const TOGETHER = 256;

/** Waits until something is so, at most `timeoutMs`; looking takes time from what is measured. */
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
  /** For the file that is sent. */
  readonly scratch: string;
  readonly bytes: number;
  readonly runs: number;
}

export interface LargeTimes {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  readonly pieces: readonly number[];
}

/** What a browser takes for the chosen file in bodies of `piece` bytes, one after the other, to nginx. */
const putBare = ({ page }: { readonly page: Page }, piece: number): Promise<number> =>
  page.evaluate(async (step) => {
    const file = document.querySelector('input')?.files?.[0];
    if (file === undefined) throw new Error('no file was chosen');
    const begun = performance.now();
    for (let at = 0; at < file.size; at += step)
      await new Promise<void>((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open('PUT', `/bare-${at}.bin`);
        request.onload = () => {
          resolve();
        };
        request.onerror = () => {
          reject(new Error('the bare upload failed'));
        };
        request.send(step >= file.size ? file : file.slice(at, at + step));
      });
    return performance.now() - begun;
  }, piece);

/** Milliseconds of every run: ours, one bare PUT, and bare PUTs of the size that an upload is cut into (`pieces`), in turns. */
export const uploadLarge = async ({ page, into, bare, scratch, bytes, runs }: LargeUpload): Promise<LargeTimes> => {
  const large = join(scratch, 'large.bin');
  const piece = randomBytes(PIECE);
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
    restDisk();
    const begun = performance.now();
    await page.locator('input[data-choose="files"]').setInputFiles(large);
    await until(() => existsSync(arrived) && statSync(arrived).size === bytes, 10);
    ours.push(performance.now() - begun);
    await page.waitForTimeout(1000);
    rmSync(arrived);
    if (bare === null) continue;
    restDisk();
    const started = performance.now();
    await bare.page.locator('input').setInputFiles(large);
    await putBare(bare, bytes);
    theirs.push(performance.now() - started);
    pieces.push(await putBare(bare, PIECE));
    for (const name of readdirSync(bare.folder)) if (name.startsWith('bare-')) rmSync(join(bare.folder, name));
  }
  rmSync(large);
  return { ours, theirs, pieces };
};

export interface TinyUpload extends Pick<LargeUpload, 'page' | 'into' | 'bare' | 'scratch'> {
  readonly count: number;
}

/**
 * What a browser takes to look at the sizes and times of the files that were chosen, and to send them, `together` in a body as the desktop
 * does, to nginx, which writes a file for each body and waits for no disk: what any page has to take.
 */
const putTinyBare = ({ page }: { readonly page: Page }, together: number): Promise<number> =>
  page.evaluate(async (step) => {
    const files = [...(document.querySelector('input')?.files ?? [])];
    const begun = performance.now();
    for (let at = 0; at < files.length; at += step) {
      const some = files.slice(at, at + step);
      const bytes = some.reduce((sum, { size, lastModified }) => sum + (lastModified > 0 ? size : 0), 0);
      if (bytes === 0) throw new Error('the files have nothing in them');
      await new Promise<void>((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open('PUT', `/bare-${at}.bin`);
        request.onload = () => {
          resolve();
        };
        request.onerror = () => {
          reject(new Error('the bare upload failed'));
        };
        request.send(new Blob(some));
      });
    }
    return performance.now() - begun;
  }, together);

export interface TinyTimes {
  readonly ours: number;
  readonly theirs: number | null;
}

/** Milliseconds until the last of `count` small files of a chosen folder is on the box, and those of a bare page for the same to nginx. */
export const uploadTiny = async ({ page, into, bare, scratch, count }: TinyUpload): Promise<TinyTimes> => {
  const tiny = join(scratch, 'Tiny');
  mkdirSync(tiny);
  for (let at = 0; at < count; at++) writeFileSync(join(tiny, `${at}.txt`), `file ${at}`);
  const begun = performance.now();
  await page.locator('input[data-choose="folder"]').setInputFiles(tiny);
  const arrived = join(into, 'Tiny');
  await until(() => existsSync(arrived) && readdirSync(arrived).length >= count, 100);
  const ours = performance.now() - begun;
  if (bare === null) return { ours, theirs: null };
  restDisk();
  await bare.page.evaluate(() => {
    document.body.innerHTML = '<input type="file" webkitdirectory>';
  });
  const started = performance.now();
  await bare.page.locator('input').setInputFiles(tiny);
  await putTinyBare(bare, TOGETHER);
  const theirs = performance.now() - started;
  for (const name of readdirSync(bare.folder)) if (name.startsWith('bare-')) rmSync(join(bare.folder, name));
  return { ours, theirs };
};
