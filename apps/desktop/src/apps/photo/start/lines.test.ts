import type { FileEntry } from '@boxwood/domain';
import { describe, expect, it } from 'vitest';
import { byDay } from '../../../file-kit/pictures/by-day.ts';
import { linesOf } from './lines.ts';

const photo = (name: string, at: Date): FileEntry => ({
  ...{ name, type: 3, size: 1, ctime: 0, md512kb: '', id: name },
  ...{ path: `/p/${name}`, mtime: at.getTime() / 1000 },
});

describe('pictures by day', () => {
  const days = byDay([
    photo('morning', new Date(2024, 6, 1, 0, 0, 1)),
    photo('late', new Date(2024, 6, 1, 23, 59, 59)),
    photo('newest', new Date(2024, 6, 2, 0, 0, 0)),
    photo('old', new Date(2023, 1, 1, 12)),
  ]);

  it('a day ends at midnight of the person, the newest is first', () => {
    expect(days.map(({ photos }) => photos.map(({ name }) => name))).toEqual([
      ['newest'],
      ['late', 'morning'],
      ['old'],
    ]);
  });

  it('no line holds pictures of two days, nor more than fit', () => {
    const lines = linesOf(days, 1).map((line) =>
      line.kind === 'day' ? line.count : line.photos.map(({ name }) => name),
    );
    expect(lines).toEqual([1, ['newest'], 2, ['late'], ['morning'], 1, ['old']]);
    expect(linesOf(days, 3)).toHaveLength(6);
  });
});
