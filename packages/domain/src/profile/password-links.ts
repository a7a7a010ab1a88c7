import { EndPasswordLink, MakePasswordLink, RenewPassword } from '@boxwood/account-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { execute, startNow, mapRight, type Outcome } from '../outcome.ts';

export type PasswordLink = ResultOf<typeof MakePasswordLink>;

/** Links for setting a new password when the old one is forgotten. */
export interface PasswordLinks {
  /** Creates a link for a user of a box and replaces an earlier one; `password` is the administrator's own. */
  make(boxName: string, userName: string, password: string): Outcome<PasswordLink>;
  /** Revokes the link of a user. */
  end(boxName: string, userName: string): Outcome<null>;
  /** Sets a new password with the secret of a link. Does not sign in. */
  use(userName: string, secret: string, password: string): Outcome<null>;
}

/** {@link PasswordLinks} implemented by an account service client. */
export const passwordLinks = (account: Pick<Client, 'exec'>): PasswordLinks => ({
  make: (boxName, targetUser, password) =>
    startNow(execute(account, MakePasswordLink, { boxName, targetUser, password })),
  end: (boxName, targetUser) =>
    startNow(execute(account, EndPasswordLink, { boxName, targetUser }).pipe(mapRight(() => null))),
  use: (userName, secret, password) =>
    startNow(execute(account, RenewPassword, { userName, secret, password }).pipe(mapRight(() => null))),
});
