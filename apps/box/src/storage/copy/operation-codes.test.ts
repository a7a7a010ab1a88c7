import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SourceChanging } from './copy-file.ts';
import { copyTree } from './copy-tree.ts';
import { errnoNameOf, OpenDirectory } from './open-directory.ts';
import { Progress, StoppedError } from '../../runtime/progress.ts';
import { OperationFailed, OPS, operationCodeOf } from './operation-codes.ts';

const system = (code: unknown) => Object.assign(new Error('of the system'), { code });

describe('why an operation failed', () => {
  it('is a number for each failure of the file system', () => {
    const numbers: readonly [number, readonly string[]][] = [
      [OPS.noSpace, ['ENOSPC', 'EDQUOT', 'EFBIG']],
      [OPS.targetWrite, ['EACCES', 'EPERM', 'EROFS']],
      [OPS.sourceOpen, ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']],
      [OPS.targetExists, ['EEXIST', 'ENOTEMPTY']],
      [OPS.readWrite, ['EIO', 'EMFILE', '']],
    ];
    for (const [code, names] of numbers)
      for (const name of names) expect(operationCodeOf(system(name)), name).toBe(code);
  });

  it('is what the operation itself said, a source that never rests, or a fault of the box', () => {
    const failed = new OperationFailed(OPS.password, 'wrong');
    expect([operationCodeOf(failed), failed.message]).toEqual([12, 'wrong']);
    expect(operationCodeOf(Object.assign(new SourceChanging(), { code: 'ENOSPC' }))).toBe(OPS.readWrite);
    for (const fault of [new Error('EIO'), system(5), { code: 'ENOSPC' }, 'ENOSPC', null]) {
      expect(errnoNameOf(fault)).toBe('');
      expect(operationCodeOf(fault)).toBe(OPS.readWrite);
    }
  });
});

describe('the gauge of a piece of work', () => {
  it('counts on both sides of a thread, and stops the other one', () => {
    const here = new Progress();
    const there = new Progress(here.memory);
    there.setTotal(100.9);
    there.addDone(5);
    there.addDone(7);
    there.addItem();
    expect([here.total, here.done, here.items]).toEqual([100, 12, 1]);
    there.setDone(3.9);
    expect(here.done).toBe(3);
    there.throwIfStopped();
    here.stop();
    expect(() => there.throwIfStopped()).toThrow(StoppedError);
  });
});

describe('an open folder of a thread', () => {
  const inFolder = (work: (folder: OpenDirectory, real: (name: string) => string) => void): void => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'copy-folder-')));
    try {
      OpenDirectory.withOpen(root, (folder) => work(folder, (name) => join(root, name)));
    } finally {
      rmSync(root, { recursive: true });
    }
  };

  it('takes the names of entries, never paths, as text and as bytes', () => {
    inFolder((folder) => {
      for (const name of ['', '.', '..', 'a/b', 'a\0b', '/etc']) {
        expect(() => folder.entryPath(name), JSON.stringify(name)).toThrow(TypeError);
        expect(() => folder.entryPath(Buffer.from(name)), JSON.stringify(name)).toThrow(TypeError);
      }
      for (const name of ['...', '..a', 'a.', ' ']) expect(folder.entryPath(name)).toBe(`${folder.path}/${name}`);
    });
  });

  it('makes a folder once, for its owner alone, and never enters a link or a file', () => {
    inFolder((folder, real) => {
      for (const _ of ['made', 'there']) folder.openOrCreate('new').close();
      expect(readdirSync(real('.'))).toEqual(['new']);
      expect(() => folder.openOrCreate('new/deep')).toThrow(TypeError);
      symlinkSync('new', real('link'));
      writeFileSync(real('file'), '');
      for (const name of ['link', 'file']) expect(() => folder.openOrCreate(name), name).toThrow(/ENOTDIR/);
      rmSync(real('new'), { recursive: true });
      expect(() => folder.open('new')).toThrow(/ENOENT/);
    });
  });

  it('that is asked to stop has copied no more when it does', () => {
    inFolder((folder, real) => {
      mkdirSync(real('t'));
      writeFileSync(real('t/a'), 'a');
      const gauge = new Progress();
      gauge.stop();
      const staging = folder.openOrCreate('staging');
      expect(() => copyTree(folder, 't', staging, gauge, true)).toThrow(StoppedError);
      expect(readdirSync(real('staging'))).toEqual([]);
      staging.close();
    });
  });
});
