import { array, assert, constantFrom, emailAddress, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkAccountName,
  checkMail,
  checkMobile,
  checkNewPassword,
  checkNickname,
  checkPlainPassword,
  checkSignInPassword,
  checkUserId,
  checkVerificationCode,
  isDigits,
  isMail,
  isMobile,
  normalizePhoneNumber,
  isPlainUserId,
  isScore,
  isUserId,
} from './identity-rules.ts';

describe('people', () => {
  it('VALID-48: an empty account fails', () => {
    expect(checkAccountName('')).toEqual({ ok: false, issue: 'login.accountRequired' });
    expect(checkAccountName('  ').ok).toBe(false);
    expect(checkAccountName('family1').ok).toBe(true);
  });

  it('VALID-49: sign-in password: empty and 5 characters fail, 6 pass', () => {
    expect(checkSignInPassword('')).toEqual({ ok: false, issue: 'login.passwordRequired' });
    expect(checkSignInPassword('12345')).toEqual({ ok: false, issue: 'login.passwordLength', min: 6, max: 32 });
    expect(checkSignInPassword('123456').ok).toBe(true);
  });

  it('VALID-50: new password: 5 fail, 6 and 32 pass, 33 fail', () => {
    const verdicts = [5, 6, 32, 33].map((n) => checkNewPassword('x'.repeat(n)).ok);
    expect(verdicts).toEqual([false, true, true, false]);
    expect(checkNewPassword('密码密码密码').ok).toBe(true);
  });

  it('VALID-105: user id: 6 to 17 of lowercase letters, digits, underscore, hyphen', () => {
    expect([5, 6, 17, 18].map((n) => isUserId('a'.repeat(n)))).toEqual([false, true, true, false]);
    assert(
      property(array(constantFrom(...Array.from('abcxyz0189_-')), { minLength: 6, maxLength: 17 }), (chars) =>
        isUserId(chars.join('')),
      ),
    );
    for (const text of ['Abcdef', 'abc def', 'abc.def', 'abcde中', 'abcdef\n'])
      expect(checkUserId(text).ok, text).toBe(false);
  });

  it('a user id is no folder of the box, no option of a program and no member of every object', () => {
    for (const name of ['shared-files', 'constructor', '__proto__', '--help', '-rf-rf', 'my-shares', 'hasownproperty'])
      expect([isPlainUserId(name), checkUserId(name)], name).toEqual([
        false,
        { ok: false, issue: 'account.userIdReserved' },
      ]);
    for (const name of [
      '',
      'Annabel',
      'annabel ',
      'ａnnabel',
      'annabe\u0307l',
      'аnnabel',
      '.annabel',
      '../annabel',
      'an/nabel',
      'anna\0bel',
    ])
      expect(isPlainUserId(name), name).toBe(false);
    for (const name of ['annabel', 'robert1', '_under', 'a-b-c-d', '138001380', 'shared-file'])
      expect(isPlainUserId(name), name).toBe(true);
    assert(
      property(string(), string(), (one, other) => {
        const alike = one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase();
        return one === other || !alike || !isPlainUserId(one) || !isPlainUserId(other);
      }),
    );
    for (const name of Object.getOwnPropertyNames(Object.prototype)) expect(isPlainUserId(name), name).toBe(false);
  });

  it('VALID-106: a mobile number is 1 and 10 digits', () => {
    assert(property(integer({ min: 0, max: 9_999_999_999 }), (n) => isMobile(`1${String(n).padStart(10, '0')}`)));
    for (const text of ['1380013800', '138001380000', '23800138000', '1380013800a', ' 13800138000', ''])
      expect(checkMobile(text).ok, text).toBe(false);
  });

  it('VALID-106: a phone number is one of these, or an international one, however people write it', () => {
    expect(
      ['138 0013-8000', '+44 7700 900123', '+49 (176) 123.456-78', '+1 212 555 0123'].map(normalizePhoneNumber),
    ).toEqual(['13800138000', '+447700900123', '+4917612345678', '+12125550123']);
    for (const text of [
      '',
      '+',
      '07700900123',
      '+0447700900123',
      '+123456',
      `+1${'2'.repeat(15)}`,
      '+44 7700 9001x3',
      '++4477',
    ])
      expect(normalizePhoneNumber(text), text).toBeNull();
  });

  it('VALID-107: mail addresses', () => {
    assert(property(emailAddress(), (text) => isMail(text)));
    for (const text of [
      '',
      'a',
      '@b.cn',
      'a@',
      'a@b',
      'a b@c.cn',
      'a@b..cn',
      'a@-b.cn',
      'a@b.c n',
      '.a@b.cn',
      'a..b@c.cn',
      'a@1.2',
      `${'a'.repeat(65)}@b.cn`,
    ])
      expect(checkMail(text).ok, text).toBe(false);
  });

  it('VALID-108: a score is 0 to 10 with at most one decimal', () => {
    for (const text of ['0', '10', '10.0', '9.5', '0.0']) expect(isScore(text), text).toBe(true);
    for (const text of ['10.1', '9.55', '-1', '11', '', '.5', '9.', '09', 'a', '1e1'])
      expect(isScore(text), text).toBe(false);
    assert(property(integer({ min: 0, max: 100 }), (tenths) => isScore((tenths / 10).toFixed(1))));
  });

  it('VALID-109: digits only', () => {
    assert(
      property(
        string(),
        (text) => isDigits(text) === (text.length > 0 && Array.from(text).every((c) => '0123456789'.includes(c))),
      ),
    );
    expect(isDigits('0123456789')).toBe(true);
    expect(isDigits('٣')).toBe(false);
  });

  it('checks codes, nicknames and plain passwords', () => {
    expect(['12345', '123456', '1234567', '12345a'].map((c) => checkVerificationCode(c).ok)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(['', ' ', 'a', '名'.repeat(20), '名'.repeat(21)].map((n) => checkNickname(n).ok)).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
    const check = (text: string) => checkPlainPassword(text, { min: 2, max: 3 }, 'x').ok;
    expect(['a', 'ab', 'abc', 'abcd', 'a b', 'a密'].map(check)).toEqual([false, true, true, false, false, false]);
  });
});
