import { describe, expect, it } from 'vitest';
import { checkSambaPassword, checkServiceUserCount, checkServiceUserName } from './service-rules.ts';

describe('service users', () => {
  it('VALID-51 NET-09: 3 fail, 4 and 10 pass, 11 fail', () => {
    expect([3, 4, 10, 11].map((n) => checkSambaPassword('x'.repeat(n)).ok)).toEqual([false, true, true, false]);
    expect(checkSambaPassword('a b c').ok).toBe(false);
    expect(checkSambaPassword('abc')).toEqual({ ok: false, issue: 'services.password', min: 4, max: 10 });
  });

  it('takes names that SMB and WebDAV take, up to 32 users', () => {
    for (const name of ['tv', 'a.b_c-1']) expect(checkServiceUserName(name).ok, name).toBe(true);
    for (const name of ['', 'TV', '1a', 'a b', 'a/b', `a${'b'.repeat(32)}`])
      expect(checkServiceUserName(name).ok, name).toBe(false);
    expect([31, 32].map((n) => checkServiceUserCount(n).ok)).toEqual([true, false]);
  });
});
