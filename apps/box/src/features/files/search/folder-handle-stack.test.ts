import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OpenDirectory } from '../../../storage/copy/open-directory.ts';
import { keysOutside, topmostKeys, FolderHandleStack } from './folder-handle-stack.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boxwood-trail-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const openFiles = () => readdirSync('/proc/self/fd').length;

describe('a trail through a tree', () => {
  it('opens the folder that was asked for, from the nearest one still held, and closes them all', () => {
    const keys = ['/a', '/a/b', '/a/b/c', '/a/x', '/z'];
    for (const key of keys) mkdirSync(join(root, key), { recursive: true });
    const before = openFiles();
    let fromTop = 0;
    const trail = new FolderHandleStack((key) => {
      fromTop += 1;
      return OpenDirectory.open(join(root, key));
    });
    for (const key of keys) expect(statSync(trail.enter(key).path).ino, key).toBe(statSync(join(root, key)).ino);
    expect(fromTop).toBe(2);
    trail.close();
    expect(openFiles()).toBe(before);
  });

  it('goes down a deep chain with a bounded number of handles', () => {
    const key = '/d'.repeat(200);
    mkdirSync(join(root, key), { recursive: true });
    const before = openFiles();
    let fromTop = 0;
    const trail = new FolderHandleStack((start) => {
      fromTop += 1;
      return OpenDirectory.open(join(root, start));
    });
    for (let depth = 1; depth <= 200; depth += 1) trail.enter('/d'.repeat(depth));
    expect(fromTop).toBe(1);
    expect(openFiles() - before).toBeLessThan(40);
    expect(() => trail.enter(`${key}/gone`)).toThrow('ENOENT');
    trail.close();
    expect(openFiles()).toBe(before);
  });
});

describe('keys of a tree', () => {
  const someKeys = fc.array(fc.array(fc.constantFrom('a', 'b', 'a b', '0'), { minLength: 1, maxLength: 4 }), {
    maxLength: 12,
  });
  const joined = (parts: readonly (readonly string[])[]) => parts.map((names) => `/${names.join('/')}`);
  const isIn = (key: string, folder: string) => key === folder || key.startsWith(`${folder}/`);

  it('the topmost ones hold all others, and none of them lies in another', () => {
    fc.assert(
      fc.property(someKeys, (parts) => {
        const keys = joined(parts);
        const top = topmostKeys(keys);
        for (const key of keys) expect(top.filter((folder) => isIn(key, folder))).toHaveLength(1);
      }),
    );
  });

  it('outside is what no folder holds', () => {
    fc.assert(
      fc.property(someKeys, someKeys, (parts, others) => {
        const keys = joined(parts);
        const folders = topmostKeys(joined(others));
        const expected = keys.filter((key) => !folders.some((folder) => isIn(key, folder)));
        expect(keysOutside(keys, folders).toSorted()).toEqual(expected.toSorted());
      }),
    );
  });
});
