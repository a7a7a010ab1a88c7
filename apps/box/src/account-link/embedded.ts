import { join } from 'node:path';
import type { Account, Guard } from '@boxwood/account';
import { createAccount } from '@boxwood/account';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { Roster } from '../session/roster.ts';

/** Where the embedded service lives below the box's own origin: both answer `/transitAuth/check`. */
export const ACCOUNT_PREFIX = '/account';

export interface EmbeddedOptions {
  readonly stateDir: string;
  /** This box; the service takes no other. */
  readonly boxId: string;
  readonly linkKey: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Of the whole process: bodies and connections count together. */
  readonly guard: Guard;
  /** Makes room on a full disk. */
  readonly makeRoom: () => boolean;
  readonly roster: Roster;
  /** Folder of packages that it offers. */
  readonly packages: string | undefined;
}

/** The account service in the box's own process, for a family with one box and no service elsewhere. */
export const startEmbeddedAccount = ({
  stateDir,
  boxId,
  linkKey,
  clock,
  log,
  guard,
  makeRoom,
  roster,
  packages,
}: EmbeddedOptions): Promise<Account> =>
  createAccount({
    dataDir: join(stateDir, 'account'),
    prefix: ACCOUNT_PREFIX,
    clock,
    guard,
    ownBox: { boxId, secret: linkKey },
    makeRoom,
    ...(packages === undefined ? {} : { releases: packages }),
    pushRoster: async (id, users, ended) => {
      if (id !== boxId) throw new TypeError('the roster of another box');
      await roster(
        users.map(({ userName, admin, verifier }) => ({ name: userName, admin: admin === 'Y', verifier })),
        ended,
      );
    },
    onAccess: (what, record) => {
      log.info({ ...record, at: 'account' }, what);
    },
    onFault: (fault, where) => {
      log.error({ err: fault, where }, 'the account service failed');
    },
  });
