import { describe, expect, it } from 'vitest';
import { checkAreaPassword, checkAreaSetup } from './safe-rules.ts';

describe('safe and private passwords', () => {
  it('VALID-52 SAFE-03 CONST-45: 5 fail, 6 and 10 pass, 11 fail; printable ASCII without space', () => {
    expect([5, 6, 10, 11].map((n) => checkAreaPassword('x'.repeat(n)).ok)).toEqual([false, true, true, false]);
    for (const text of ['abc def', '密码密码密码', 'abcdef\n']) expect(checkAreaPassword(text).ok, text).toBe(false);
    expect(checkAreaPassword('short')).toEqual({ ok: false, issue: 'safe.password', min: 6, max: 10 });
  });

  it('VALID-53 SAFE-04: entries alike, agreement accepted', () => {
    expect(checkAreaSetup('tulip-42', 'tulip-43', true)).toEqual({ ok: false, issue: 'safe.entriesDiffer' });
    expect(checkAreaSetup('tulip-42', 'tulip-42', false)).toEqual({ ok: false, issue: 'safe.agreement' });
    expect(checkAreaSetup('tulip', 'tulip', true)).toMatchObject({ issue: 'safe.password' });
    expect(checkAreaSetup('tulip-42', 'tulip-42', true).ok).toBe(true);
  });
});
