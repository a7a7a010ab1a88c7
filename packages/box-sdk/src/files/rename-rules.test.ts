import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  batchName,
  checkBatchDigits,
  checkBatchFormat,
  checkBatchStart,
  checkTargetFree,
  planBatchRename,
} from './rename-rules.ts';

const file = (name: string) => ({ name, type: 0 });
const plan = (format: string, start: number | null = 1, digits: number | null = 1) => ({ format, start, digits });

describe('rename', () => {
  it('VALID-10 RENAME-01: 6 means free, a successful answer means taken', () => {
    expect(checkTargetFree(6).ok).toBe(true);
    for (const code of [0, 1]) expect(checkTargetFree(code)).toEqual({ ok: false, issue: 'rename.targetExists' });
  });

  it('RENAME-02: any other answer is a failed verification', () => {
    for (const code of [3, 5, 7, 13, 15, -1])
      expect(checkTargetFree(code)).toEqual({ ok: false, issue: 'rename.checkFailed' });
  });

  it('VALID-14 RENAME-04: the format is required', () => {
    expect(checkBatchFormat('')).toEqual({ ok: false, issue: 'rename.formatRequired' });
  });

  it('VALID-15 RENAME-05: what the format makes is a valid name, suffix and all', () => {
    const of = (format: string, name = 'x.jpg') => planBatchRename('/a', [file(name)], plan(format), []);
    for (const format of ['{n}', 'a{n}', '{n}b', '照片{n}', 'a {n} b', '{n}{n}1', '{n}_', 'a{n}b{n}', '{n} (旅行)'])
      expect(of(format).ok, format).toBe(true);
    for (const format of ['a/{n}', ' {n}', '{n}?', '_{n}'])
      expect(of(format), format).toEqual({ ok: false, issue: 'name.format' });
    for (const format of ['{n}_', '{n}.', 'a{n}b{n}'])
      expect(of(format, 'x'), format).toEqual({ ok: false, issue: 'name.format' });
  });

  it('VALID-16 RENAME-06 CONST-03: 64 characters pass, 65 fail', () => {
    expect(checkBatchFormat(`${'a'.repeat(61)}{n}`).ok).toBe(true);
    expect(checkBatchFormat(`${'中'.repeat(61)}{n}`).ok).toBe(true);
    expect(checkBatchFormat(`${'a'.repeat(62)}{n}`)).toEqual({ ok: false, issue: 'rename.formatTooLong', max: 64 });
  });

  it('VALID-17 RENAME-07: the format holds {n}', () => {
    for (const format of ['abc', '{N}', '{ n }', 'n'])
      expect(checkBatchFormat(format)).toEqual({ ok: false, issue: 'rename.formatHole', hole: '{n}' });
  });

  it('VALID-18 RENAME-08: start 0 and empty fail, 1 passes', () => {
    expect([0, -1, 1.5, null, 1, 99].map((n) => checkBatchStart(n).ok)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('VALID-19 RENAME-09: digits 0, 9 and empty fail, 1 and 8 pass', () => {
    expect([0, 1, 8, 9, null, 1.5].map((n) => checkBatchDigits(n).ok)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('VALID-20 RENAME-10: only the first {n}; start 9, index 1, digits 3 gives 010', () => {
    expect(batchName({ format: 'a{n}-{n}', start: 9, digits: 3 }, 1, 'x.jpg')).toBe('a010-{n}.jpg');
    expect(batchName({ format: '{n}', start: 998, digits: 2 }, 5, 'x')).toBe('1003');
    assert(
      property(
        integer({ min: 1, max: 1e9 }),
        integer({ min: 0, max: 500 }),
        integer({ min: 1, max: 8 }),
        (start, index, digits) => {
          const name = batchName({ format: 'p{n}', start, digits }, index, 'x');
          expect(Number(name.slice(1))).toBe(start + index);
          expect(name.length - 1).toBe(Math.max(digits, String(start + index).length));
        },
      ),
    );
  });

  it('VALID-21 RENAME-11: extension kept, encrypted suffix last', () => {
    expect(batchName({ format: '{n}', start: 1, digits: 1 }, 0, 'a.tar.gz')).toBe('1.tar.gz');
    expect(batchName({ format: '{n}', start: 1, digits: 1 }, 0, 'a.pdf.hyencrypt_v2')).toBe('1.pdf.hyencrypt_v2');
  });

  it('VALID-22 RENAME-12: a folder in the selection', () => {
    for (const type of [5, 100])
      expect(planBatchRename('/f', [file('a'), { name: 'b', type }], plan('{n}'), [])).toEqual({
        ok: false,
        issue: 'rename.onlyFiles',
      });
  });

  it('RENAME-03 RENAME-13: pairs of paths; a name that exists stops everything', () => {
    expect(planBatchRename('/f', [file('a.jpg'), file('b.jpg')], plan('t{n}', 1, 2), ['a.jpg', 'b.jpg'])).toEqual({
      ok: true,
      renames: [
        { source: '/f/a.jpg', target: '/f/t01.jpg' },
        { source: '/f/b.jpg', target: '/f/t02.jpg' },
      ],
    });
    expect(planBatchRename('/f', [file('a.jpg'), file('b.jpg')], plan('t{n}'), ['a.jpg', 'b.jpg', 't2.jpg'])).toEqual({
      ok: false,
      issue: 'rename.nameTaken',
      name: 't2.jpg',
    });
  });

  it('G-51: names of the batch may change places', () => {
    expect(planBatchRename('/f', [file('2.jpg'), file('1.jpg')], plan('{n}'), ['1.jpg', '2.jpg'])).toMatchObject({
      ok: true,
      renames: [{ target: '/f/1.jpg' }, { target: '/f/2.jpg' }],
    });
  });

  it('checks the fields and the length of what comes out', () => {
    expect(planBatchRename('/f', [file('a')], plan('{n}', 0), [])).toMatchObject({ issue: 'rename.start' });
    expect(planBatchRename('/f', [file('a')], plan('{n}', 1, 9), [])).toMatchObject({ issue: 'rename.digits' });
    expect(planBatchRename('/f', [file('a')], plan('x'), [])).toMatchObject({ issue: 'rename.formatHole' });
    const long = `${'中'.repeat(45)}{n}`;
    expect(planBatchRename('/f', [file('a')], plan(long), [])).toMatchObject({ issue: 'name.tooLong', max: 128 });
    expect(planBatchRename('/f', [file('a')], plan(long), [], 'protected').ok).toBe(true);
  });
});
