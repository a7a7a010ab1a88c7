import { ACC } from '@boxwood/account-sdk';
import { checkNewPassword } from '@boxwood/account-sdk/rules';
import { demand, refuse } from '../parts.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/** What a refusal (2004 of the account service, 4 of the box) says beside its number: the key of its words. */
export const COMMON = 'login.passwordCommon';

/** Of the product, and of what it is. */
const HOUSE = ['boxwood', 'password', 'passwort', 'family', 'welcome', 'mima'];
/** What is common where Chinese is written and missing in the list. */
const MORE = [
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

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
const letters = (text: string): string => plain(text).replaceAll(/[^\p{L}]/gu, '');
/** A name of fewer letters is in every other password. */
const FEWEST = 3;

/** Whether nothing but a name, digits and signs is there: `Annabel-2020!` of `annabel`. */
const isName = (password: string, name: string): boolean => {
  const core = letters(name);
  return plain(name) === plain(password) || (core.length >= FEWEST && letters(password) === core);
};

/**
 * Whether anybody would try this password first: one of the 10,000 most common, or nothing but the name of the product, the box or the person
 * with digits and signs. `names`: of the box and the person; empty ones mean nothing.
 */
export const isCommonPassword = (password: string, names: readonly string[]): boolean =>
  [...COMMON_PASSWORDS.trim().split(/\s/), ...MORE].includes(plain(password)) ||
  [...HOUSE, ...names].some((name) => name !== '' && isName(password, name));

/** What is wrong with a new password: its length (G-30), or that it is common; null when nothing is. Passwords that people have stay good. */
export const passwordIssue = (password: string, names: readonly string[]): 'length' | 'common' | null => {
  if (!checkNewPassword(password).ok) return 'length';
  return isCommonPassword(password, names) ? 'common' : null;
};

/** Takes a new password, or refuses it with 2004: its length (G-30), or that it is common. Passwords that people have stay good. */
export const acceptPassword = (password: string, names: readonly string[]): void => {
  demand(checkNewPassword(password));
  if (isCommonPassword(password, names)) refuse(ACC.badParameter, COMMON);
};

/** What a mail address or mobile number says of its person: the part before the `@`, or the number. */
export const namesInAddress = (address: string): readonly string[] => [address, address.split('@')[0] ?? ''];
