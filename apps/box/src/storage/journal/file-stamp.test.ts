import { describe, expect, it } from 'vitest';
import { withInode, isSameInode, type FileStamp, isUnchanged } from './file-stamp.ts';

const stamp: FileStamp = { dev: '1', ino: '2', folder: false, size: 3, mtime: '4', born: '5' };
const { born: _, ...unborn } = stamp;

describe('stamps', () => {
  it('a free inode number that was given to the next file is another thing', () => {
    expect(isSameInode(stamp, { ...stamp, mtime: '9', size: 9 })).toBe(true);
    expect(isSameInode(stamp, { ...stamp, born: '6' })).toBe(false);
    expect(isSameInode(stamp, { ...stamp, ino: '3' })).toBe(false);
    expect(isSameInode(stamp, { ...stamp, folder: true })).toBe(false);
  });

  it('a disk has another device number after a restart, and the same files', () => {
    expect(isSameInode(stamp, { ...stamp, dev: '9' })).toBe(true);
    expect(isSameInode(unborn, { ...unborn, dev: '9' })).toBe(false);
    expect(isSameInode(unborn, { ...stamp, dev: '9' })).toBe(false);
    expect(isSameInode(unborn, stamp)).toBe(true);
  });

  it('what was edited is seen as edited, also as another inode', () => {
    const now: FileStamp = { dev: '7', ino: '8', folder: false, size: 0, mtime: '0', born: '9' };
    expect(withInode(stamp, now)).toEqual({ ...stamp, dev: '7', ino: '8', born: '9' });
    const { born: __, ...young } = now;
    expect(withInode(stamp, young)).toEqual({ ...unborn, dev: '7', ino: '8' });
    expect(isUnchanged(stamp, { ...stamp, size: 4 })).toBe(false);
    expect(isUnchanged(stamp, { ...stamp, mtime: '5' })).toBe(false);
  });
});
