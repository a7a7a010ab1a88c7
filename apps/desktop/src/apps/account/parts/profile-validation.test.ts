import { describe, expect, it } from 'vitest';
import { isVerificationCode, isNickname } from './profile-validation.ts';

describe('fields of the account', () => {
  it('a code has exactly six digits', () => {
    expect(['123456', '12345', '1234567', '12345a', ''].map(isVerificationCode)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
  it('a nickname has 1 to 20 characters, blanks around it do not count', () => {
    expect([isNickname('安'), isNickname('a'.repeat(20)), isNickname(` ${'a'.repeat(20)} `)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isNickname('   '), isNickname('a'.repeat(21))]).toEqual([false, false]);
  });
});
