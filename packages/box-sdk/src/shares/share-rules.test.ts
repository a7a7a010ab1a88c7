import { describe, expect, it } from 'vitest';
import {
  requiresCode,
  checkFamilyPermissions,
  checkHttpShare,
  checkPhoneBound,
  checkShareCode,
  checkShareCount,
  checkShareDays,
} from './share-rules.ts';

describe('shares', () => {
  it('VALID-44 SHARE-02 CONST-32: 20 files pass, 21 fail', () => {
    expect([0, 1, 20, 21].map((n) => checkShareCount(n).ok)).toEqual([false, true, true, false]);
    expect(checkShareCount(21)).toEqual({ ok: false, issue: 'share.tooMany', max: 20 });
  });

  it('VALID-45 SHARE-03: 0 fails, 1 and 255 pass, 256 fails', () => {
    expect([0, 1, 3, 255, 256, 1.5, null].map((n) => checkShareDays(n).ok)).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('VALID-46 SHARE-04 SHARE-05: exactly four digits', () => {
    for (const code of ['0000', '1234']) expect(checkShareCode(code).ok).toBe(true);
    for (const code of ['', '123', '12345', '12a4', ' 123', '１２３４'])
      expect(checkShareCode(code), code).toEqual({ ok: false, issue: 'share.code' });
    expect([requiresCode('0000'), requiresCode('0001')]).toEqual([false, true]);
  });

  it('VALID-47 SHARE-06: a phone must be bound', () => {
    expect(checkPhoneBound('')).toEqual({ ok: false, issue: 'share.noPhone' });
    expect(checkPhoneBound('13800138000').ok).toBe(true);
  });

  it('checks a whole HTTP share', () => {
    const share = { files: 1, days: 3, code: '0000' };
    expect(checkHttpShare(share).ok).toBe(true);
    expect(checkHttpShare({ ...share, files: 21 })).toMatchObject({ issue: 'share.tooMany' });
    expect(checkHttpShare({ ...share, days: 0 })).toMatchObject({ issue: 'share.days' });
    expect(checkHttpShare({ ...share, code: '1' })).toMatchObject({ issue: 'share.code' });
  });

  it('SHARE-15 ROLE-07: the creator keeps access', () => {
    expect(checkFamilyPermissions('ann', [{ user: 'ann', perm: 'none' }])).toEqual({
      ok: false,
      issue: 'share.ownAccess',
    });
    expect(
      checkFamilyPermissions('ann', [
        { user: 'bob', perm: 'none' },
        { user: 'ann', perm: 'rw' },
      ]).ok,
    ).toBe(true);
  });
});
