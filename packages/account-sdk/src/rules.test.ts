import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_ERRORS, accountCatalogue, accountTexts, ownMessages } from './messages.ts';
import {
  canClear,
  checkRegistry,
  checkBoxUserCount,
  compareVersions,
  isBoxId,
  isRead,
  minFirmware,
  packageAddress,
  REMOTE_PORT_RANGE,
  checkPort,
} from './rules.ts';

describe('rules of the account screens', () => {
  it('G-36: versions compare number by number, not as text', () => {
    const sorted = ['1.0.9', '1.0.13', '1.0.25', '1.0.1018', '1.0.1022', '1.1', '2'];
    for (const [i, a] of sorted.entries())
      for (const [j, b] of sorted.entries())
        expect(Math.sign(compareVersions(a, b)), `${a} ${b}`).toBe(Math.sign(i - j));
    expect(compareVersions('1.0', '1.0.0')).toBe(0);
    fc.assert(
      fc.property(
        fc.array(fc.nat(2000), { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(2000), { minLength: 1, maxLength: 4 }),
        (a, b) => {
          const [there, back] = [compareVersions(a.join('.'), b.join('.')), compareVersions(b.join('.'), a.join('.'))];
          // Compares a sum, because 0 is not -0.
          expect(Math.sign(there) + Math.sign(back)).toBe(0);
        },
      ),
    );
  });

  it('G-36 PLUGIN-21: the least firmware of a model; a model that is missing has none', () => {
    expect(minFirmware({ minVer: { N2: 1018, N3: 13 } }, 'N2')).toBe('1.0.1018');
    expect(minFirmware({ minVer: { N2: 0 } }, 'N2')).toBe('1.0.0');
    expect(minFirmware({ minVer: { N2: 1018 } }, 'G2')).toBeUndefined();
    expect(packageAddress('https://plugins.example.org', 'rk3566', 'N3', { appTar: 'bdyptask.tar.gz' })).toBe(
      'https://plugins.example.org/rk3566/N3_bdyptask.tar.gz',
    );
  });

  it('ACCOUNT-10 CONST-41: twenty users fit a box', () => {
    expect(checkBoxUserCount(19).ok).toBe(true);
    expect(checkBoxUserCount(20)).toMatchObject({ ok: false, issue: 'account.usersFull' });
  });

  it('MSG-01 MSG-05 G-45: 1 is read, every other number is unread; only the first tab is cleared', () => {
    expect([0, 1, 2, -1].map((state) => isRead({ state }))).toEqual([false, true, false, false]);
    expect([1, 2, 3, 4].map(canClear)).toEqual([true, false, false, false]);
  });

  it('G-47: registries are hosts with or without port, path and scheme', () => {
    for (const fine of [
      'docker.io',
      'localhost:5000',
      'https://mirror.example.org/v2',
      '192.168.1.5:5000',
      '[2001:db8::1]:5000',
    ])
      expect(checkRegistry(fine).ok, fine).toBe(true);
    for (const bad of ['', 'a b', 'ftp://example.org', 'http://', '999.1.1.1', 'javascript:alert(1)'])
      expect(checkRegistry(bad).ok, bad).toBe(false);
  });

  it('CONST-35 G-42: the remote connection has ports from 10000 to 20000', () => {
    expect([9999, 10_000, 20_000, 20_001, 10_000.5].map((port) => checkPort(port, REMOTE_PORT_RANGE).ok)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it('a box id is safe in an address', () => {
    expect(['box7', 'BOX_7-a', 'a'.repeat(64)].every(isBoxId)).toBe(true);
    expect(['abc', 'a'.repeat(65), '../x', '-box', 'box 7', 'box/7', ''].some(isBoxId)).toBe(false);
  });

  it('G-72 ERR-097: every number and every issue has words in both languages', () => {
    for (const key of Object.values(ACCOUNT_ERRORS)) expect(accountCatalogue[key].zh).toMatch(/\p{Script=Han}/u);
    expect(accountTexts.text('account.other', 'en', { code: 1999 })).toContain('1999');
    expect(accountTexts.issueText({ issue: 'registry.format', address: 'x y' }, 'zh-CN')).toContain('x y');
    expect(Object.keys(ownMessages)).toEqual(['registry.format']);
  });
});
