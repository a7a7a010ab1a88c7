/** When a client disconnects, the box stops its work for that client within a second. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ChecksumFile, thumbUrl } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** A stub of the video converter that never ends. */
const programs = mkdtempSync(join(tmpdir(), 'boxwood-programs-'));
let box: BoxProcess;
let home: string;

beforeAll(async () => {
  chmodSync(programs, 0o755);
  writeFileSync(join(programs, 'ffmpeg'), '#!/bin/sh\nexec sleep 600\n');
  chmodSync(join(programs, 'ffmpeg'), 0o755);
  box = await startBoxProcess({ env: { PATH: `${programs}:${process.env['PATH'] ?? ''}` } });
  home = join(box.usb1, OWNER);
});
afterAll(async () => {
  await box.remove();
  rmSync(programs, { recursive: true });
});

const statOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return ''; // It has just ended.
  }
};
const commandOf = (pid: string): string =>
  existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ') : '';
/** Child processes of the box that convert films. */
const films = (): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || !commandOf(pid).includes('sleep 600')) return false;
    const stat = statOf(pid);
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state !== 'Z' && parent === String(box.child.pid);
  });
/** Whether the box holds a file open. */
const reads = (name: string): boolean =>
  readdirSync(`/proc/${box.child.pid ?? 0}/fd`).some((fd) => {
    try {
      return readlinkSync(`/proc/${box.child.pid ?? 0}/fd/${fd}`).endsWith(name);
    } catch {
      return false;
    }
  });

it('a thumbnail of a film: its program is killed, and the next who asks gets one anew', async () => {
  // In a folder that the photo index skips: it would run the program, too.
  mkdirSync(join(home, '.films'), { recursive: true });
  writeFileSync(join(home, '.films/film.mp4'), 'no film at all');
  const client = await signIn(box.origin, OWNER);
  const { key } = await client.session.fileKey();
  const listed = async (): Promise<string | undefined> =>
    (await client.files.list({ path: `/mnt/usb1/${OWNER}/.films`, count: 100, hasbaseinfo: 0 })).file_list.find(
      ({ n }) => n === 'film.mp4',
    )?.h;
  await expect.poll(listed, { timeout: 30_000 }).toBeDefined();
  const address = thumbUrl({ base: box.origin, key }, (await listed()) ?? '');
  for (let turn = 0; turn < 2; turn += 1) {
    const [first, second] = [new AbortController(), new AbortController()];
    const asked = [first, second].map(({ signal }) => fetch(address, { signal }).catch(() => 'gone'));
    await expect.poll(() => films().length, { timeout: 30_000 }).toBe(1);
    // Another client waits for the same result.
    first.abort();
    expect(await asked[0]).toBe('gone');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(films()).toHaveLength(1);
    second.abort();
    await expect.poll(() => films(), { timeout: 1000, interval: 20 }).toEqual([]);
  }
});

it('a checksum: the file is read no further', async () => {
  writeFileSync(join(home, 'long.bin'), '');
  truncateSync(join(home, 'long.bin'), 2 ** 40);
  const client = await signIn(box.origin, OWNER);
  const gone = new AbortController();
  const asked = client.exec(ChecksumFile, { path: `/mnt/usb1/${OWNER}/long.bin` }, { signal: gone.signal })();
  await expect.poll(() => reads('long.bin'), { timeout: 30_000 }).toBe(true);
  gone.abort();
  expect(await asked).toMatchObject({ left: { _tag: 'Aborted' } });
  await expect.poll(() => reads('long.bin'), { timeout: 1000, interval: 20 }).toBe(false);
  // The box logged none of it as a failure.
  expect(box.log()).not.toMatch(/failed/);
});
