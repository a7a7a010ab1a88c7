import { EndPasswordLink, MakePasswordLink, RenewPassword } from '@boxwood/account-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { answer, begin, mapRight, type Outcome } from '../outcome.ts';

export type PasswordLink = ResultOf<typeof MakePasswordLink>;

/** Links with which somebody who forgot the password chooses a new one. */
export interface PasswordLinks {
  /** A link for a user of a box, in place of the one before; `password` is the administrator's own. */
  make(boxName: string, userName: string, password: string): Outcome<PasswordLink>;
  /** Takes the link of a user back. */
  end(boxName: string, userName: string): Outcome<null>;
  /** Sets a new password with the secret of a link. Nobody is signed in yet. */
  use(userName: string, secret: string, password: string): Outcome<null>;
}

/** {@link PasswordLinks} over a client of the account service. */
export const passwordLinks = (account: Pick<Client, 'exec'>): PasswordLinks => ({
  make: (boxName, targetUser, password) => begin(answer(account, MakePasswordLink, { boxName, targetUser, password })),
  end: (boxName, targetUser) =>
    begin(answer(account, EndPasswordLink, { boxName, targetUser }).pipe(mapRight(() => null))),
  use: (userName, secret, password) =>
    begin(answer(account, RenewPassword, { userName, secret, password }).pipe(mapRight(() => null))),
});
