/** User names, passwords and contact data. */
import { countCharacters } from './count-characters.ts';
import type { FailedVerdict, PassedVerdict } from './verdict.ts';
import { failed, passed, unless } from './verdict.ts';

/** Lengths of passwords (G-30): the account password, the service passwords, the passwords of protected areas. */
export const PASSWORD = { min: 6, max: 32 } as const;

/** VALID-109: one or more of the digits 0 to 9. */
export const isDigits = (text: string): boolean => /^[0-9]+$/.test(text);

/** VALID-105: 6 to 17 lowercase letters, digits, underscores or hyphens. */
export const isUserId = (text: string): boolean => /^[a-z0-9_-]{6,17}$/.test(text);

/**
 * Reserved names: folders of the box next to those of its users, accounts of the operating system and of file servers,
 * and the members of every JavaScript object (`constructor`), which a lookup by name in a plain object would find.
 */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'shared-files',
  'my-shares',
  'safebox',
  'extdev',
  'netdev',
  'clouddrive',
  'boxwood',
  'public',
  'everyone',
  'anonymous',
  'administrator',
  'nobody',
  'nogroup',
  'daemon',
  'backup',
  'www-data',
  'messagebus',
  'system',
  ...Object.getOwnPropertyNames(Object.prototype).map((name) => name.toLowerCase()),
  'prototype',
  'undefined',
  'caller',
  'arguments',
]);

/**
 * A user id that cannot be mistaken for anything else: not a folder of the box, not a program option (`-rf`), not a
 * member of every object, and without capitals or characters that look or normalise alike. Does not check the length,
 * which {@link isUserId} does. Code that stores users must check this; a name that fails belongs to no user.
 */
export const isPlainUserId = (text: string): boolean =>
  /^[a-z0-9_][a-z0-9_-]*$/.test(text) && !RESERVED_NAMES.has(text);

/** VALID-106: 1 followed by 10 digits. */
export const isMobile = (text: string): boolean => /^1[0-9]{10}$/.test(text);

/**
 * The stored form of a phone number: a mainland one (VALID-106), or an international one (E.164: `+`, then 7 to 15
 * digits of which the first is not 0). Spaces, dashes, dots and brackets are removed. Null when it is neither.
 */
export const normalizePhoneNumber = (typed: string): string | null => {
  const plain = typed.replace(/[\s().-]/g, '');
  return isMobile(plain) || /^\+[1-9][0-9]{6,14}$/.test(plain) ? plain : null;
};

/** VALID-107: local part and domain, at most 254 characters, in the form that users type (no quoting, no comments). */
export const isMail = (text: string): boolean => {
  const cut = text.lastIndexOf('@');
  const local = text.slice(0, cut);
  return (
    cut > 0 &&
    text.length <= 254 &&
    local.length <= 64 &&
    /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(local) &&
    /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(
      text.slice(cut + 1),
    )
  );
};

/** VALID-108: a score from 0 to 10 as typed, at most one decimal (`9`, `9.5`, `10.0`). */
export const isScore = (text: string): boolean => /^([0-9](\.[0-9])?|10(\.0)?)$/.test(text);

/** Characters of service and area passwords: printable ASCII without space (G-30). */
const PRINTABLE = /^[\x21-\x7e]*$/;

/** A password of `min` to `max` printable ASCII characters without spaces. */
export const checkPlainPassword = <const K extends string>(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
  issue: K,
): PassedVerdict | FailedVerdict<K, { readonly min: number; readonly max: number }> =>
  text.length >= min && text.length <= max && PRINTABLE.test(text) ? passed : failed(issue, { min, max });

/** VALID-48, LOGIN-08: checks the account field of the sign-in form. */
export const checkAccountName = (text: string) => unless(text.trim() !== '', 'login.accountRequired');

/** VALID-49, LOGIN-09: checks the password field of the sign-in form. */
export const checkSignInPassword = (text: string) =>
  text === '' ? failed('login.passwordRequired') : checkNewPassword(text);

/** VALID-50, ACCOUNT-05: checks a new account password, 6 to 32 characters. */
export const checkNewPassword = (text: string) => {
  const length = countCharacters(text);
  return length < PASSWORD.min || length > PASSWORD.max ? failed('login.passwordLength', { ...PASSWORD }) : passed;
};

/** Checks a new user id (ACCOUNT-17): valid form, and not reserved. */
export const checkUserId = (text: string) =>
  isUserId(text) ? unless(isPlainUserId(text), 'account.userIdReserved') : failed('account.userIdFormat');
export const checkMobile = (text: string) => unless(isMobile(text), 'account.mobileFormat');
export const checkMail = (text: string) => unless(isMail(text), 'account.mailFormat');

/** Checks the 6 digits sent by text message or mail (A08). */
export const checkVerificationCode = (text: string) => unless(/^[0-9]{6}$/.test(text), 'account.codeFormat');

/** Checks a nickname of a user, a box or a product: 1 to 20 characters (A11, A18, A50). */
export const checkNickname = (text: string) => {
  const length = countCharacters(text.trim());
  return length < 1 || length > 20 ? failed('account.nickLength', { max: 20 }) : passed;
};
