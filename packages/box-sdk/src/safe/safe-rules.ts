/** Passwords of the safe and the private files (SAFE-03, SAFE-04, VALID-52, VALID-53, G-30). */
import { checkPlainPassword, failed, passed } from '@boxwood/command-bus/rules';
import { AREA_PASSWORD_LENGTH } from '../constants.ts';

/** VALID-52: 6 to 10 printable ASCII characters without space. */
export const checkAreaPassword = (text: string) => checkPlainPassword(text, AREA_PASSWORD_LENGTH, 'safe.password');

/** VALID-53: both entries are equal and the user accepted the agreement. */
export const checkAreaSetup = (password: string, repeated: string, agreed: boolean) => {
  const verdict = checkAreaPassword(password);
  if (!verdict.ok) return verdict;
  if (password !== repeated) return failed('safe.entriesDiffer');
  return agreed ? passed : failed('safe.agreement');
};
