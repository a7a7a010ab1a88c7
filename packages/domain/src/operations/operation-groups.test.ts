import { describe, expect, test } from 'vitest';
import { groupOperations } from './operation-groups.ts';
import type { JournalOperation } from './operations.ts';

const HOME = '/mnt/usb1/annabel';
const upload = (id: number, path: string, time: number, items = 1): JournalOperation => ({
  id,
  action: 'upload',
  state: 'done',
  origin: '',
  reason: '',
  time,
  items,
  reversible: 1,
  path: `${HOME}/${path}`,
});
const told = (entries: readonly JournalOperation[]) =>
  groupOperations(entries).map(({ entries: of, itemCount, path }) => ({
    ids: of.map(({ id }) => id),
    items: itemCount,
    path,
  }));

describe('what a person did at once', () => {
  test('a drop of a folder is one, whatever bundles it was sent in', () => {
    const entries = [
      upload(4, 'holiday/day2/b.txt', 1006, 108),
      upload(3, 'holiday/day1/z.txt', 1003, 256),
      upload(2, 'holiday/day1/a.txt', 1000, 256),
    ];
    expect(told(entries)).toEqual([{ ids: [4, 3, 2], items: 620, path: `${HOME}/holiday` }]);
  });

  test('thirty pictures into one folder are one, and one alone is named', () => {
    const entries = Array.from({ length: 30 }, (_, index) => upload(30 - index, `p${index}.jpg`, 1000 - index * 5));
    expect(told(entries)).toMatchObject([{ items: 30, path: HOME }]);
    expect(told([upload(1, 'a.txt', 5)])).toEqual([{ ids: [1], items: 1, path: `${HOME}/a.txt` }]);
  });

  test('what came later, stands elsewhere, was taken back or is something else is its own', () => {
    const first = upload(1, 'a.txt', 1000);
    expect(told([upload(2, 'b.txt', 1011), first])).toHaveLength(2);
    expect(told([upload(2, 'Documents/b.txt', 1001), first])).toHaveLength(2);
    expect(told([{ ...upload(2, 'b.txt', 1001), state: 'undone' }, first])).toHaveLength(2);
    expect(told([{ ...upload(2, 'b.txt', 1001), action: 'new-folder' }, first])).toHaveLength(2);
    expect(told([upload(3, 'b.txt', 1002), { ...upload(2, 'c', 1001), action: 'trash' }, first])).toHaveLength(3);
  });
});
