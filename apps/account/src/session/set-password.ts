import type { Clock } from '../clock.ts';
import { endLinks } from '../password-links/store.ts';
import { boxNamesOf, touchRostersOf } from '../roster/store.ts';
import type { Db, Tx, UserRow } from '../store/schema.ts';
import { namesInAddress } from './new-password.ts';
import { closeAll } from './tokens.ts';

/** What somebody with an account is called anywhere: none of it is a password of theirs. */
export const namesOf = async (db: Db, { user_name, nick, mail, mobile }: UserRow): Promise<readonly string[]> => [
  user_name,
  nick,
  ...[mail, mobile].flatMap(namesInAddress),
  ...(await boxNamesOf(db, user_name)),
];

/**
 * Puts a password in the place of the one before, in the caller's transaction: every session of the user ends, every box of theirs is told, and no
 * link for a new password is good any more, neither one for the user nor one that the user made for others.
 */
export const setPassword = async (tx: Tx, clock: Clock, userName: string, verifier: string): Promise<void> => {
  await tx.updateTable('users').set({ verifier }).where('user_name', '=', userName).execute();
  await closeAll(tx, clock, userName);
  await endLinks(tx, { user_name: userName });
  await endLinks(tx, { made_by: userName });
  await touchRostersOf(tx, clock, userName);
};
