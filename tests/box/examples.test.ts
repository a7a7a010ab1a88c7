/** The scripts of `examples/` against a real box: the first scripts that a new user runs have to work. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileUrl } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { photoWithDate } from '../lib/media/photo-with-date.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const home = `/mnt/usb1/${OWNER}`;
const local = mkdtempSync(join(tmpdir(), 'boxwood-examples-'));
const box: { process?: BoxProcess } = {};

beforeAll(async () => {
  box.process = await startBoxProcess();
});
afterAll(async () => {
  await box.process?.remove();
  rmSync(local, { recursive: true, force: true });
});

/** Runs one script and returns its output. */
const example = async (name: string, ...args: readonly string[]): Promise<string> => {
  const script = join(root, 'examples', `${name}.ts`);
  const node = ['--disable-warning=ExperimentalWarning', '--conditions=@boxwood/source', script, ...args];
  const env = { ...process.env, BOX_URL: box.process?.origin ?? '', BOX_USER: OWNER, BOX_PASSWORD: PASSWORD };
  const { stdout } = await promisify(execFile)(process.execPath, node, { cwd: local, env });
  return stdout;
};

it('mirrors a folder up, and sends nothing the second time', async () => {
  const folder = join(local, 'trip');
  mkdirSync(join(folder, 'more'), { recursive: true });
  writeFileSync(join(folder, 'list.txt'), 'milk, bread');
  writeFileSync(join(folder, 'IMG_1.jpg'), photoWithDate('2024:05:01 12:30:00'));
  writeFileSync(join(folder, 'more', 'IMG_2.jpg'), photoWithDate('2024:05:01 12:30:00'));
  utimesSync(join(folder, 'list.txt'), 1_700_000_000, 1_700_000_000);
  expect(await example('mirror-up', folder, `${home}/trip`)).toContain('3 sent, 0 were there already');
  expect(await example('mirror-up', folder, `${home}/trip`)).toContain('0 sent, 3 were there already');
});

it('lists a folder as a tree', async () => {
  const tree = await example('list-tree', `${home}/trip`, '2');
  expect(tree).toContain('list.txt  11 B');
  expect(tree).toMatch(/more\/\n {4}IMG_2\.jpg/);
});

it('downloads, and goes on where an earlier run stopped if the file is still the same', async () => {
  expect(await example('download', `${home}/trip/list.txt`, 'list.txt')).toContain('11 bytes in list.txt');
  expect(readFileSync(join(local, 'list.txt'), 'utf8')).toBe('milk, bread');

  writeFileSync(join(local, 'again.txt.part'), 'milk');
  const origin = box.process?.origin ?? '';
  const client = await signIn(origin, OWNER);
  const { key } = await client.session.fileKey();
  const { headers } = await fetch(fileUrl({ base: origin, key }, `${home}/trip/list.txt`));
  writeFileSync(join(local, 'again.txt.part.version'), headers.get('etag') ?? '');
  expect(await example('download', `${home}/trip/list.txt`, 'again.txt')).toContain('of which 4 were here');
  expect(readFileSync(join(local, 'again.txt'), 'utf8')).toBe('milk, bread');

  writeFileSync(join(local, 'other.txt.part'), 'stale');
  writeFileSync(join(local, 'other.txt.part.version'), '"other"');
  expect(await example('download', `${home}/trip/list.txt`, 'other.txt')).toContain('11 bytes in other.txt\n');
  expect(readFileSync(join(local, 'other.txt'), 'utf8')).toBe('milk, bread');
});

it('names photos after the moment they were taken', async () => {
  expect(await example('rename-by-date', `${home}/trip`)).toContain('IMG_1.jpg -> 2024-05-01_12-30-00.jpg');
  expect(await example('rename-by-date', `${home}/trip`, '--do')).toContain('1 renamed, 0 failed');
  expect(await example('list-tree', `${home}/trip`, '1')).toContain('2024-05-01_12-30-00.jpg');
});

it('counts the pictures of each month, and names those of one', async () => {
  // The pictures appear after a moment, once they are indexed.
  await expect
    .poll(() => example('photo-months', '2024-05'), { timeout: 20_000, interval: 500 })
    .toContain('2024-05  ');
  expect(await example('photo-months', '1999-01')).toContain('nothing');
  expect(await example('photos-as-zip', 'trip.zip', 'trip', 'May', '2024')).toMatch(
    /^\d+ pictures?, \d+ bytes in trip\.zip/,
  );
  expect(readFileSync(join(local, 'trip.zip')).subarray(0, 2).toString()).toBe('PK');
  await expect(example('photos-as-zip', 'none.zip', 'zebra')).rejects.toMatchObject({ code: 1 });
});

it('watches tasks until nothing is left', async () => {
  expect(await example('watch-tasks')).toBe('');
});

it('says what is wrong and ends with a status', async () => {
  await expect(example('list-tree', `${home}/nothing`)).rejects.toMatchObject({
    code: 1,
    stderr: /ListFiles: refused with GEN 6/,
  });
});
