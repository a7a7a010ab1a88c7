import type { Stats } from 'node:fs';
import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MIN_FREE_BYTES, FreeSpaceTracker } from './free-space-tracker.ts';

const GB = 1024 ** 3;
const stat: Stats = statSync('/');
/** A folder on the disk with this number. */
const on = (dev: number, free: number) => ({
  space: () => Promise.resolve({ free, total: 2 * free }),
  stat: () => Promise.resolve(Object.assign(Object.create(stat) as Stats, { dev })),
});

describe('room', () => {
  it('of twenty who ask for 60 % of a disk at once, one is told yes', async () => {
    const room = new FreeSpaceTracker();
    const asked = Array.from({ length: 20 }, (_, n) => room.reserve(String(n), on(1, 10 * GB), () => 6 * GB));
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
    expect(await room.reserve('elsewhere', on(2, 10 * GB), () => 6 * GB)).toBe(true);
  });

  it('what was promised and is not used yet is counted; what came, ended or was asked again is not', async () => {
    const room = new FreeSpaceTracker();
    let need = 6 * GB;
    expect(await room.reserve('a', on(1, 10 * GB), () => need)).toBe(true);
    expect(await room.availableBytes(on(1, 10 * GB))).toBe(4 * GB - MIN_FREE_BYTES);
    expect(await room.availableBytes(on(1, 10 * GB), 'a')).toBe(10 * GB - MIN_FREE_BYTES);
    expect(await room.reserve('b', on(1, 10 * GB), () => 5 * GB)).toBe(false);
    need = 3 * GB;
    expect(await room.reserve('b', on(1, 7 * GB), () => 3 * GB)).toBe(true);
    need = -1;
    expect(await room.availableBytes(on(1, 4 * GB))).toBe(GB - MIN_FREE_BYTES);
    expect(await room.reserve('b', on(1, 4 * GB), () => 4 * GB)).toBe(false);
    expect(await room.reserve('b', on(1, 4 * GB), () => 4 * GB - MIN_FREE_BYTES)).toBe(true);
    room.release('b');
    expect(await room.availableBytes(on(1, 4 * GB))).toBe(4 * GB - MIN_FREE_BYTES);
  });

  it('below the floor nothing new begins, not even with nothing to write', async () => {
    expect(await new FreeSpaceTracker().reserve('a', on(1, MIN_FREE_BYTES - 1), () => 0)).toBe(false);
    expect(await new FreeSpaceTracker().reserve('a', on(1, MIN_FREE_BYTES), () => 0)).toBe(true);
  });
});
