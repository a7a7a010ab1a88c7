import { expect, it } from 'vitest';
import { spaceOf } from './volume-space.ts';

it('space of a volume comes from its blocks; an empty one is not a division by zero', () => {
  expect(spaceOf({ f_blocks: 100, f_bsize: 4096, f_bavail: 25 })).toEqual({
    total: 409_600,
    free: 102_400,
    used: 307_200,
    percent: 75,
  });
  expect(spaceOf({ f_blocks: 0, f_bsize: 4096, f_bavail: 0 }).percent).toBe(0);
});
