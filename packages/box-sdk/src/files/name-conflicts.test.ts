import { array, assert, constantFrom, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conflictsOf, copyName, freeName, resolveConflicts } from './name-conflicts.ts';
import { isWellFormedName } from './file-names.ts';

const incoming = (...paths: string[]) => paths.map((path) => ({ path }));
const paths = (items: readonly { path: string }[]) => items.map(({ path }) => path);

describe('conflicts', () => {
  it('G-20: the copy suffix goes before the extension, whole extensions stay', () => {
    expect(copyName('a.txt', 1, false)).toBe('a_copy.txt');
    expect(copyName('a.txt', 2, false)).toBe('a_copy2.txt');
    expect(copyName('a.tar.gz', 3, false)).toBe('a_copy3.tar.gz');
    expect(copyName('a.pdf.hyencrypt_v3', 1, false)).toBe('a_copy.pdf.hyencrypt_v3');
    expect(copyName('v1.2', 1, true)).toBe('v1.2_copy');
    expect(copyName('README', 1, false)).toBe('README_copy');
  });

  it('G-20: the first free one', () => {
    expect(freeName('a.txt', false, new Set(['a.txt']))).toBe('a_copy.txt');
    expect(freeName('a.txt', false, new Set(['a.txt', 'a_copy.txt', 'a_copy2.txt']))).toBe('a_copy3.txt');
    assert(
      property(constantFrom('a', 'b.txt', '中.tar.gz'), (name) => {
        expect(isWellFormedName(freeName(name, false, new Set([name])))).toBe(true);
      }),
    );
  });

  it('UPLOAD-23: replace sends everything as it is', () => {
    const items = incoming('a.txt', 'b.txt');
    expect(resolveConflicts(items, new Set(['a.txt']), 1)).toBe(items);
  });

  it('UPLOAD-24: keep both renames files, and the topmost folder of folder uploads', () => {
    const items = incoming('a.txt', 'trip/1.jpg', 'trip/day/2.jpg', 'new/3.jpg');
    expect(paths(resolveConflicts(items, new Set(['a.txt', 'trip', 'trip_copy']), 2))).toEqual([
      'a_copy.txt',
      'trip_copy2/1.jpg',
      'trip_copy2/day/2.jpg',
      'new/3.jpg',
    ]);
  });

  it('UPLOAD-24: a copy never takes the name of another one of the batch', () => {
    expect(paths(resolveConflicts(incoming('a.txt', 'a_copy.txt'), new Set(['a.txt']), 2))).toEqual([
      'a_copy2.txt',
      'a_copy.txt',
    ]);
  });

  it('UPLOAD-25: skip leaves the conflicting ones out', () => {
    const items = incoming('a.txt', 'trip/1.jpg', 'b.txt');
    expect(paths(resolveConflicts(items, new Set(['a.txt', 'trip']), 3))).toEqual(['b.txt']);
    expect(resolveConflicts(incoming('a.txt'), new Set(['a.txt']), 3)).toEqual([]);
  });

  it('UPLOAD-26: names are compared exactly', () => {
    expect(conflictsOf(incoming('A.txt', 'trip/1', 'trip/2'), new Set(['a.txt']))).toEqual([]);
    expect(conflictsOf(incoming('trip/1', 'trip/2'), new Set(['trip']))).toEqual(['trip']);
  });

  it('keeping both leaves no conflict and loses nothing', () => {
    const name = constantFrom('a', 'b.txt', 'b_copy.txt', 'c', 'c_copy');
    assert(
      property(array(tuple(name, constantFrom('', '/x'))), array(name), (items, existing) => {
        const given = items.map(([top, rest]) => ({ path: `${top}${rest}` }));
        const present = new Set<string>(existing);
        const resolved = resolveConflicts(given, present, 2);
        expect(conflictsOf(resolved, present)).toEqual([]);
        expect(resolved).toHaveLength(given.length);
        expect(new Set(paths(resolved)).size).toBe(new Set(paths(given)).size);
      }),
    );
  });
});
