import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OperationFailed } from '../copy/operation-codes.ts';
import {
  type ArchiveEntry,
  UNCHECKED_EXPANSION_BYTES,
  checkListing,
  type ArchiveListing,
  ArchiveListingParser,
  MAX_ENTRIES,
  MAX_EXPANSION_RATIO,
} from './archive-listing.ts';

const file: ArchiveEntry = { path: 'file', size: 1, folder: false, link: false, target: '', special: false };
const listing = (entries: readonly Partial<ArchiveEntry>[], bytes = 0, type = 'tar'): ArchiveListing => ({
  type,
  bytes,
  entries: entries.map((entry) => ({ ...file, ...entry })),
});
const refusal = (of: ArchiveListing, archiveBytes = 1000): OperationFailed | null => {
  try {
    checkListing(of, archiveBytes);
    return null;
  } catch (failure) {
    if (failure instanceof OperationFailed) return failure;
    throw failure;
  }
};
const verdict = (of: ArchiveListing, archiveBytes?: number): number => refusal(of, archiveBytes)?.code ?? 0;
const link = (path: string, target: string) => ({ path, target, link: true });

describe('what the listing of an archive says against it (G-57)', () => {
  it('too many entries', () => {
    const many = Array.from({ length: MAX_ENTRIES }, (_, at) => ({ path: `${at}` }));
    expect(verdict(listing(many))).toBe(0);
    expect(verdict(listing([...many, file]))).toBe(16);
  });

  it('more than 10 GiB and more than a hundred times what it is', () => {
    const enough = Math.ceil(UNCHECKED_EXPANSION_BYTES / MAX_EXPANSION_RATIO);
    expect(verdict(listing([], UNCHECKED_EXPANSION_BYTES), 1)).toBe(0);
    expect(verdict(listing([], UNCHECKED_EXPANSION_BYTES + 1), 1)).toBe(16);
    expect(verdict(listing([], enough * MAX_EXPANSION_RATIO), enough)).toBe(0);
    expect(verdict(listing([], enough * MAX_EXPANSION_RATIO + 1), enough)).toBe(16);
  });

  it('every kind that is opened, and none that nobody asked for', () => {
    for (const type of ['zip', '7z', 'Rar', 'Rar5', 'tar', 'gzip', 'bzip2', 'xz', 'zstd', 'Iso', 'Udf'])
      expect(verdict(listing([], 0, type)), type).toBe(0);
    for (const type of ['', 'PE', 'VHD', 'Ext']) expect(verdict(listing([], 0, type)), type).toBe(13);
  });

  it.each([
    ['a parent', { path: 'a/../b' }],
    ['a root', { path: '/a' }],
    ['a root of Windows', { path: '\\a' }],
    ['a drive', { path: 'C:a' }],
    ['a parent of Windows', { path: 'a\\..\\b' }],
    ['no text', { path: 'a\0b' }],
    ['a device', { special: true }],
    ['a link to a root', link('a', '/etc')],
    ['a link to a drive', link('a', 'c:x')],
    ['a link of Windows', link('a', '..\\x')],
    ['a link to the parent', link('a', '..')],
    ['a link to a neighbour of the folder', link('d/a', '../../x')],
    ['a hard link to a parent', link('a', '/hard/../x')],
  ])('%s', (_, entry) => {
    expect(verdict(listing([file, entry]))).toBe(15);
  });

  it('what only looks like leaving stays: a target told later, one inside, names of dots', () => {
    const inside = [link('d/a', '../b'), link('e', ''), link('f', '/hard/b'), link('g', '..b'), { path: 'a..b/..c' }];
    expect(verdict(listing(inside))).toBe(0);
  });

  it('what would be written through a link, wherever in the archive the link stands', () => {
    const [through, over] = [{ path: 'l/d/x' }, { path: './l' }];
    for (const entry of [through, over])
      for (const entries of [
        [link('l', 'd'), entry],
        [entry, link('l', 'd')],
      ])
        expect(verdict(listing(entries))).toBe(15);
    expect(verdict(listing([link('l', 'd'), link('l', 'd')]))).toBe(15);
    const beside = [link('l', 'd'), { path: 'll/x' }, { path: 'd/l/x' }, { path: 'd' }, { path: 'd' }];
    expect(verdict(listing(beside))).toBe(0);
  });

  it('says what is unsafe in text that is no path and no longer than a line', () => {
    const said = (path: string): string | undefined => refusal(listing([{ path, special: true }]))?.message;
    expect(said('a/b')).toBe('a\u2215b');
    expect(said('x'.repeat(300))).toBe('x'.repeat(100));
    expect(said(`${'x'.repeat(99)}😀`)?.isWellFormed()).toBe(true);
  });
});

const text = [
  '7-Zip (z) 25.01',
  '',
  'Listing archive: /proc/self/fd/3',
  '',
  '--',
  'Path = /proc/self/fd/3',
  'Type = tar',
  '',
  '----------',
  'Path = d',
  'Folder = +',
  'Size = 0',
  'Mode = drwxr-xr-x',
  '',
  'Path = d/a = b',
  'Folder = -',
  'Size = 11',
  'Mode = -rw-r--r--',
  'Symbolic Link = ',
  '',
  'Path = two',
  'Path = lines',
  'Size = 7',
  'Size = 9',
  'Attributes = A_ -rw-r--r--',
  '',
  'Path = l',
  'Size = 0',
  'Mode = lrwxrwxrwx',
  'Symbolic Link = d/caf\u00c3\u00a9',
  '',
  'Path = h',
  'Size = 0',
  'Mode = -rw-r--r--',
  'Hard Link = two',
  '',
  'Path = p',
  'Size = ',
  'Mode = prw-r--r--',
  '',
  'Path = w',
  'Size = -4',
  'Attributes = D',
  '',
  'Warnings: 1',
  '',
].join('\n');

describe('the listing that 7-Zip writes', () => {
  const read = (pieces: readonly string[]): ArchiveListing => {
    const reader = new ArchiveListingParser();
    for (const piece of pieces) reader.push(piece);
    return reader.end();
  };

  it('is read entry by entry', () => {
    expect(read([text])).toEqual(
      listing(
        [
          { path: 'd', size: 0, folder: true },
          { path: 'd/a = b', size: 11 },
          { path: 'two', size: 7 },
          { path: 'l', size: 0, link: true, target: 'd/café' },
          { path: 'h', size: 0, link: true, target: '/hard/two' },
          { path: 'p', size: 0, special: true },
          { path: 'w', size: 0, folder: true },
        ],
        18,
      ),
    );
  });

  it('tells of no size that is less than nothing', () => {
    for (const size of ['-4', '-0', '0', '', 'many', '1e400', '0.5'])
      expect(read([`----------\nPath = a\nSize = ${size}\n`]).entries[0]?.size, size).toBe(0);
  });

  it('is at its end once', () => {
    const reader = new ArchiveListingParser();
    reader.push(text);
    expect(reader.end().entries).toHaveLength(7);
    expect(reader.end().entries).toHaveLength(7);
  });

  it('is the same in whatever pieces it comes', () => {
    const whole = read([text]);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        expect(read(at.slice(1).map((end, n) => text.slice(at[n], end)))).toEqual(whole);
      }),
    );
    expect(read(Array.from(text))).toEqual(whole);
  });

  it('that never came to its entries has none, and no kind but the one its head names', () => {
    expect(read(['Type = zip\nERROR'])).toEqual({ type: '', entries: [], bytes: 0 });
    expect(read(['Type = zip\nType = tar\n----------\n'])).toEqual({ type: 'tar', entries: [], bytes: 0 });
  });
});
