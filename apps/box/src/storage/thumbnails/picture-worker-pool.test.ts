import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { PictureWorkerPool } from './picture-worker-pool.ts';
import { connectedSignal } from '../../server/identity/identity-test-helpers.ts';

// Generous, because a busy machine is slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const dir = mkdtempSync(join(tmpdir(), 'boxwood-shrinker-'));
const photo = join(dir, 'photo.jpg');
/** A pipe without a writer: reading this picture never ends. */
const endless = join(dir, 'endless.svg');
let shrinker = new PictureWorkerPool();

beforeAll(async () => {
  const picture = sharp({ create: { width: 1200, height: 600, channels: 3, background: '#3366aa' } });
  writeFileSync(photo, await picture.jpeg().toBuffer());
  execFileSync('mkfifo', [endless]);
});
afterEach(() => shrinker.close());
afterAll(() => rmSync(dir, { recursive: true }));

it('FILES-60: a picture that takes for ever costs no other picture its thumbnail', async () => {
  shrinker = new PictureWorkerPool(4000);
  const slow = { over: false };
  const ended = shrinker.shrink(endless, 64, connectedSignal()).finally(() => (slow.over = true));
  const made: (Uint8Array | null)[] = [];
  while (!slow.over) made.push(await shrinker.shrink(photo, 64, connectedSignal()));
  expect(await ended).toBeNull();
  expect(made.length).toBeGreaterThan(0);
  expect(made.every((picture) => picture !== null)).toBe(true);
  expect(await shrinker.shrink(photo, 64, connectedSignal())).not.toBeNull();
});

it('FILES-60: every picture has a process to itself, two at a time, and the kernel holds the memory of each below 600 MB', async () => {
  shrinker = new PictureWorkerPool();
  void shrinker.shrink(endless, 64, connectedSignal());
  void shrinker.shrink(endless, 64, connectedSignal());
  const third = shrinker.shrink(photo, 64, connectedSignal());
  const limitOf = (pid: number): number =>
    Number(/^Max data size\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1]);
  const statusOf = (pid: number, name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  await expect.poll(() => shrinker.pids.filter((pid) => limitOf(pid) > 0)).toHaveLength(2);
  for (const pid of shrinker.pids) {
    // The memory that a picture may use on top of the current usage.
    const spare = limitOf(pid) - statusOf(pid, 'VmData');
    expect(spare).toBeLessThanOrEqual(384 * 1024 * 1024);
    expect(statusOf(pid, 'VmRSS') + spare).toBeLessThan(600 * 1024 * 1024);
  }
  process.kill(shrinker.pids[0] ?? 0, 'SIGKILL');
  expect(await third).not.toBeNull();
});

it('a child goes after so many pictures that it decoded; what it only read counts as a tenth', async () => {
  shrinker = new PictureWorkerPool(60_000, 0, 3);
  const worked = async (work: () => Promise<unknown>): Promise<number | undefined> => {
    const working = work();
    await expect.poll(() => shrinker.pids.length).toBe(1);
    const [pid] = shrinker.pids;
    await working;
    return pid;
  };
  const read = () => shrinker.read(photo, true, connectedSignal());
  const shrink = () => shrinker.shrink(photo, 64, connectedSignal());
  const first = [await worked(read)];
  for (let more = 0; more < 9; more += 1) await read();
  // Ten reads count as one picture; these are the second and the third.
  first.push(await worked(shrink), await worked(shrink));
  expect(new Set(first).size).toBe(1);
  expect(first).not.toContain(await worked(shrink));
});

it('what nobody waits for leaves the processor to others', async () => {
  const nicenessOf = async (made: PictureWorkerPool): Promise<readonly number[]> => {
    shrinker = made;
    const looked = made.read(photo, true, connectedSignal());
    await expect.poll(() => made.pids.length).toBe(1);
    const niceness = made.pids.map((pid) => getPriority(pid));
    expect(await looked).not.toBeNull();
    made.close();
    return niceness;
  };
  expect(await nicenessOf(new PictureWorkerPool())).toEqual([getPriority()]);
  expect(await nicenessOf(new PictureWorkerPool(60_000, 10))).toEqual([10]);
});
