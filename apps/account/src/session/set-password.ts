import type { ServiceClock } from '../system-clock.ts';
import { deleteLinks } from '../password-links/password-link-store.ts';
import { boxNamesOf, scheduleRosterPushes } from '../roster/roster-store.ts';
import type { Db, Tx, UserRow } from '../store/schema.ts';
import { namesInAddress } from './password-policy.ts';
import { closeAllSessions } from './session-tokens.ts';

/** All names of an account and its boxes, none of which may be its password. */
export const accountNames = async (db: Db, { user_name, nick, mail, mobile }: UserRow): Promise<readonly string[]> => [
  user_name,
  nick,
  ...[mail, mobile].flatMap(namesInAddress),
  ...(await boxNamesOf(db, user_name)),
];

/**
 * Replaces a user's password in the caller's transaction: ends all sessions of the user, schedules a push to all boxes
 * of the user, and deletes all password links for the user or created by the user.
 */
export const setPassword = async (tx: Tx, clock: ServiceClock, userName: string, verifier: string): Promise<void> => {
  await tx.updateTable('users').set({ verifier }).where('user_name', '=', userName).execute();
  await closeAllSessions(tx, clock, userName);
  await deleteLinks(tx, { user_name: userName });
  await deleteLinks(tx, { made_by: userName });
  await scheduleRosterPushes(tx, clock, userName);
};
