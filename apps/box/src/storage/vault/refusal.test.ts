import { describe, expect, it } from 'vitest';
import { KeyedLocks } from './keyed-locks.ts';
import { refusalCodeOf, errnoOf, GEN, Refusal, toRefusal, withRefusals, isDiskFullError } from './refusal.ts';

const system = (code: unknown): Error => Object.assign(new Error('/mnt/real/path'), { code });

describe('what a failed system call says to people', () => {
  it('is a number, and the name of the failure without a real path', async () => {
    const numbers: readonly [number, readonly string[]][] = [
      [GEN.path, ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EISDIR']],
      [GEN.invalid, ['EEXIST', 'ENOTEMPTY']],
      [GEN.overLimit, ['ENOSPC', 'EDQUOT', 'EFBIG']],
      [GEN.busy, ['EMFILE', 'ENFILE']],
      [GEN.unsafe, ['EINVAL']],
      [GEN.failed, ['EIO', 'EACCES']],
    ];
    for (const [code, names] of numbers)
      for (const name of names) {
        expect(refusalCodeOf(system(name)), name).toBe(code);
        const refusal = await withRefusals(() => Promise.reject(system(name))).catch((failure: unknown) => failure);
        expect(refusal, name).toMatchObject({ code, info: name });
        expect(JSON.stringify(refusal), name).not.toContain('real');
      }
  });

  it('is told from faults of the program and from refusals, which stay as they are', () => {
    for (const failure of [new Error('EIO'), system('ERR_FS'), system(5), 'EIO', null]) {
      expect(errnoOf(failure)).toBeUndefined();
      expect(toRefusal(failure)).toBe(failure);
      expect(refusalCodeOf(failure)).toBe(GEN.service);
    }
    const refusal = new Refusal(GEN.noPrivilege, 'EIO');
    expect(toRefusal(refusal)).toBe(refusal);
    expect(refusalCodeOf(refusal)).toBe(13);
  });

  it('says that a disk is full in its own words and in those of a refusal', () => {
    for (const name of ['ENOSPC', 'EDQUOT']) {
      expect(isDiskFullError(system(name))).toBe(true);
      expect(isDiskFullError(new Refusal(GEN.overLimit, name))).toBe(true);
    }
    for (const failure of [system('EFBIG'), new Refusal(GEN.overLimit, 'EFBIG'), null])
      expect(isDiskFullError(failure)).toBe(false);
  });
});

describe('locks by name', () => {
  it('hold the same name one after the other in turn, and others at once', async () => {
    const locks = new KeyedLocks();
    const seen: string[] = [];
    const [gate, began] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const first = locks.withLocks(['a', 'b', 'a'], async () => {
      seen.push('first');
      began.resolve(undefined);
      await gate.promise;
      seen.push('first ends');
    });
    await began.promise;
    const second = locks.withLocks(['b'], () => Promise.resolve(seen.push('second')));
    const third = locks.withLocks(['b'], () => Promise.resolve(seen.push('third')));
    await locks.withLocks(['c'], () => Promise.resolve(seen.push('other')));
    expect(seen).toEqual(['first', 'other']);
    expect(locks.size).toBe(2);
    gate.resolve(undefined);
    await Promise.all([first, second, third]);
    expect(seen).toEqual(['first', 'other', 'first ends', 'second', 'third']);
    expect(locks.size).toBe(0);
  });

  it('are let go when the work fails, and are taken in one order, so that two never wait for each other', async () => {
    const locks = new KeyedLocks();
    await expect(locks.withLocks(['a'], () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(locks.size).toBe(0);
    const both = [
      ['a', 'b'],
      ['b', 'a'],
    ].map((keys) => locks.withLocks(keys, () => new Promise((done) => setImmediate(done))));
    await Promise.all(both);
    expect(locks.size).toBe(0);
  });
});
