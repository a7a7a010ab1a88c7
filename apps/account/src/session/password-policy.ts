import { ACC } from '@boxwood/account-sdk';
import { checkNewPassword } from '@boxwood/account-sdk/rules';
import { requirePassed, refuse } from '../service-context.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/** The info of a refusal (2004 of the account service, 4 of the box): the key of its message. */
export const COMMON_PASSWORD_ISSUE = 'login.passwordCommon';

/** Names of the product and related words. */
const PRODUCT_NAMES = ['boxwood', 'password', 'passwort', 'family', 'welcome', 'mima'];
/** Passwords that are common among Chinese users and missing in the list. */
const COMMON_CHINESE_PASSWORDS = [
  'woaini1314',
  'woaini520',
  'woaini521',
  '5201314a',
  'a5201314',
  '110110',
  '520520',
  '1314521',
  'qq5201314',
];

const normalizeText = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
const lettersOnly = (text: string): string => normalizeText(text).replaceAll(/[^\p{L}]/gu, '');
/** Minimum letters of a name to compare; shorter names occur in many passwords. */
const MIN_NAME_LETTERS = 3;

/** Whether a password is only a name with digits and signs: `Annabel-2020!` of `annabel`. */
const isOnlyName = (password: string, name: string): boolean => {
  const core = lettersOnly(name);
  return (
    normalizeText(name) === normalizeText(password) ||
    (core.length >= MIN_NAME_LETTERS && lettersOnly(password) === core)
  );
};

/**
 * Whether a password is among the first guesses of an attacker: one of the 10,000 most common, or only the name of the
 * product, the box or the user with digits and signs. `names`: those of the box and the user; empty ones are ignored.
 */
export const isCommonPassword = (password: string, names: readonly string[]): boolean =>
  [...COMMON_PASSWORDS.trim().split(/\s/), ...COMMON_CHINESE_PASSWORDS].includes(normalizeText(password)) ||
  [...PRODUCT_NAMES, ...names].some((name) => name !== '' && isOnlyName(password, name));

/**
 * The problem of a new password: its length (G-30), or that it is common; null when there is none. Existing passwords
 * remain valid.
 */
export const passwordIssue = (password: string, names: readonly string[]): 'length' | 'common' | null => {
  if (!checkNewPassword(password).ok) return 'length';
  return isCommonPassword(password, names) ? 'common' : null;
};

/**
 * Accepts a new password, or refuses it with 2004: its length (G-30), or that it is common. Existing passwords remain
 * valid.
 */
export const acceptPassword = (password: string, names: readonly string[]): void => {
  requirePassed(checkNewPassword(password));
  if (isCommonPassword(password, names)) refuse(ACC.badParameter, COMMON_PASSWORD_ISSUE);
};

/** The user names contained in a mail address or mobile number: the part before the `@`, or the number. */
export const namesInAddress = (address: string): readonly string[] => [address, address.split('@')[0] ?? ''];
