/** Rules of shares (area SHARE, VALID-44 to VALID-47). */
import { failed, passed, unless } from '@boxwood/command-bus/rules';
import { SHARE_LIMITS } from '../constants.ts';

/** VALID-44, SHARE-02: 1 to 20 files. */
export const checkShareCount = (files: number) => {
  if (files < 1) return failed('share.nothing');
  return files > SHARE_LIMITS.files ? failed('share.tooMany', { max: SHARE_LIMITS.files }) : passed;
};

/** VALID-45, SHARE-03: 1 to 255 days. */
export const checkShareDays = (days: number | null) =>
  days !== null && Number.isInteger(days) && days >= SHARE_LIMITS.daysMin && days <= SHARE_LIMITS.daysMax
    ? passed
    : failed('share.days', { min: SHARE_LIMITS.daysMin, max: SHARE_LIMITS.daysMax });

/** VALID-46, SHARE-04, SHARE-05: exactly four digits; `0000` means none. */
export const checkShareCode = (code: string) => unless(/^[0-9]{4}$/.test(code), 'share.code');

/** VALID-47, SHARE-06: sharing needs a bound mobile number. */
export const checkPhoneBound = (phone: string) => unless(phone !== '', 'share.noPhone');

/** Checks the form of an HTTP share, in the order of its fields; `checkPhoneBound` is checked earlier (VALID-47). */
export const checkHttpShare = (share: {
  readonly files: number;
  readonly days: number | null;
  readonly code: string;
}) => {
  const count = checkShareCount(share.files);
  if (!count.ok) return count;
  const days = checkShareDays(share.days);
  return days.ok ? checkShareCode(share.code) : days;
};

/** Whether a share needs a code. */
export const requiresCode = (code: string): boolean => code !== SHARE_LIMITS.noCode;

/** SHARE-15, ROLE-07: the creator of a family share keeps access. */
export const checkFamilyPermissions = (
  owner: string,
  users: readonly { readonly user: string; readonly perm: string }[],
) => unless(!users.some(({ user, perm }) => user === owner && perm === 'none'), 'share.ownAccess');
