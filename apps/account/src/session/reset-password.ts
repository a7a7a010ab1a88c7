import type { ServiceDeps } from '../service-context.ts';
import { userById } from '../user/user-store.ts';
import { passwordIssue } from './password-policy.ts';
import { createVerifier } from './password-hashing.ts';
import { accountNames, setPassword } from './set-password.ts';

/** The outcome of setting a password: done, no such user, or the reason why the password is refused. */
export type PasswordResetOutcome = 'given' | 'nobody' | 'length' | 'common';

/** Sets a user's password without any proof. For the operator of the machine, who has access to all data anyway. */
export const resetPassword = async (
  { db, clock, guesses, wakePusher }: ServiceDeps,
  userName: string,
  password: string,
): Promise<PasswordResetOutcome> => {
  const user = await userById(db, userName);
  if (user === undefined) return 'nobody';
  const issue = passwordIssue(password, await accountNames(db, user));
  if (issue !== null) return issue;
  const verifier = await createVerifier(password, { holder: userName, known: true });
  await db.transaction().execute((tx) => setPassword(tx, clock, userName, verifier));
  await guesses.reset({ name: userName, known: true }, 'here', null);
  wakePusher();
  return 'given';
};
