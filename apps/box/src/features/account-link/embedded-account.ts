import { join } from 'node:path';
import type { Account, ServerLimits } from '@boxwood/account';
import { createAccount } from '@boxwood/account';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import type { RosterHandler } from '../../server/session/apply-roster.ts';

/** Path prefix of the embedded service on the box's origin, because both serve `/transitAuth/check`. */
export const ACCOUNT_PREFIX = '/account';

export interface EmbeddedAccountOptions {
  readonly stateDir: string;
  /** Id of this box; the service accepts no other box. */
  readonly boxId: string;
  readonly linkKey: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** The guard of the whole process, so that limits on bodies and connections apply to both servers together. */
  readonly guard: ServerLimits;
  /** Frees reserved space on a full disk. */
  readonly makeRoom: () => boolean;
  readonly roster: RosterHandler;
  /** Folder with the upgrade packages that the service offers. */
  readonly packages: string | undefined;
}

/** Starts the account service in the box's process, for a family with one box and no external service. */
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
}: EmbeddedAccountOptions): Promise<Account> =>
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
