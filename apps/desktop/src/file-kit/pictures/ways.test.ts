import type { FileEntry } from '@boxwood/domain';
import { expect, it } from 'vitest';
import { FILM, PHOTO } from './types.ts';
import { waysFrom } from './ways.ts';

const entry = (path: string, type: number, at: Date): FileEntry => ({
  ...{ name: path.slice(path.lastIndexOf('/') + 1), type, size: 1, ctime: 0, md512kb: path, id: path },
  ...{ path, mtime: at.getTime() / 1000 },
});

it('the viewer goes through the photos around the one that is opened, never through films', () => {
  const many = Array.from({ length: 100 }, (_, at) => entry(`/p/${at}.jpg`, PHOTO, new Date(2024, 0, 1, 0, 100 - at)));
  const swim = entry('/p/swim.mp4', FILM, new Date(2024, 0, 1, 0, 50));
  const cat = entry('/p/cat.jpg', PHOTO, new Date(2021, 0, 5));
  expect(waysFrom([cat, swim, ...many], '/p/50.jpg', 10)).toEqual(
    Array.from({ length: 10 }, (_, at) => `/p/${45 + at}.jpg`),
  );
});
