import type { Clock } from '../clock.ts';
import { endLinks } from '../password-links/store.ts';
import { boxNamesOf, touchRostersOf } from '../roster/store.ts';
import type { Db, Tx, UserRow } from '../store/schema.ts';
import { namesInAddress } from './new-password.ts';
import { closeAll } from './tokens.ts';

/** All names of an account and its boxes, none of which may be its password. */
export const namesOf = async (db: Db, { user_name, nick, mail, mobile }: UserRow): Promise<readonly string[]> => [
  user_name,
  nick,
  ...[mail, mobile].flatMap(namesInAddress),
  ...(await boxNamesOf(db, user_name)),
];

/**
 * Replaces a user's password in the caller's transaction: ends all sessions of the user, schedules a push to all boxes
 * of the user, and deletes all password links for the user or created by the user.
 */
export const setPassword = async (tx: Tx, clock: Clock, userName: string, verifier: string): Promise<void> => {
  await tx.updateTable('users').set({ verifier }).where('user_name', '=', userName).execute();
  await closeAll(tx, clock, userName);
  await endLinks(tx, { user_name: userName });
  await endLinks(tx, { made_by: userName });
  await touchRostersOf(tx, clock, userName);
};
