import type { FileEntry } from '@boxwood/domain';
import { describe, expect, it } from 'vitest';
import { FILM, PHOTO } from '../../file-kit/pictures/types.ts';
import { bucketsOf, shownOf } from './shown.ts';

const entry = (path: string, type: number, at: Date): FileEntry => ({
  ...{ name: path.slice(path.lastIndexOf('/') + 1), type, size: 1, ctime: 0, md512kb: path, id: path },
  ...{ path, mtime: at.getTime() / 1000 },
});
const entries = [
  entry('/p/Lake/Boat.JPG', PHOTO, new Date(2024, 6, 1, 9)),
  entry('/p/Lake/swim.mp4', FILM, new Date(2024, 6, 1, 10)),
  entry('/p/Home/cat.jpg', PHOTO, new Date(2021, 0, 5)),
];

describe('what the photos window shows', () => {
  it('a section and words narrow it; words stand in names and folders, in any order', () => {
    expect(shownOf(entries, 'all', '')).toHaveLength(3);
    expect(shownOf(entries, 'films', '').map(({ name }) => name)).toEqual(['swim.mp4']);
    expect(shownOf(entries, 'all', ' boat lake ').map(({ name }) => name)).toEqual(['Boat.JPG']);
    expect(shownOf(entries, 'films', 'boat')).toEqual([]);
  });

  it('days hold their pictures, the newest first, with the words of the person', () => {
    const words = {
      day: String,
      month: (at: number) => `m${new Date(at).getMonth()}`,
      name: () => 'n',
      src: () => null,
    };
    expect(
      bucketsOf(entries, words).map(({ year, month, count, tiles }) => [
        year,
        month,
        count,
        tiles?.map(({ key }) => key),
      ]),
    ).toEqual([
      ['2024', 'm6', 2, ['/p/Lake/swim.mp4', '/p/Lake/Boat.JPG']],
      ['2021', 'm0', 1, ['/p/Home/cat.jpg']],
    ]);
  });
});
