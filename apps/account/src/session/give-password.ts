import type { Parts } from '../parts.ts';
import { userById } from '../user/store.ts';
import { passwordIssue } from './new-password.ts';
import { verifierOf } from './passwords.ts';
import { namesOf, setPassword } from './set-password.ts';

/** The outcome of setting a password: done, no such user, or the reason why the password is refused. */
export type Given = 'given' | 'nobody' | 'length' | 'common';

/** Sets a user's password without any proof. For the operator of the machine, who has access to all data anyway. */
export const givePassword = async (
  { db, clock, guesses, wakePusher }: Parts,
  userName: string,
  password: string,
): Promise<Given> => {
  const user = await userById(db, userName);
  if (user === undefined) return 'nobody';
  const issue = passwordIssue(password, await namesOf(db, user));
  if (issue !== null) return issue;
  const verifier = await verifierOf(password, { holder: userName, known: true });
  await db.transaction().execute((tx) => setPassword(tx, clock, userName, verifier));
  await guesses.forgive({ name: userName, known: true }, 'here', null);
  wakePusher();
  return 'given';
};
