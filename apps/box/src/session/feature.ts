import type { AccessLog } from '@boxwood/account';
import { ACCOUNT_PREFIX } from '../account-link/embedded.ts';
import type { AccountLink } from '../account-link/account-link.ts';
import type { Changes } from '../changes/changes.ts';
import type { BoxConfig } from '../config.ts';
import type { Faults } from '../faults.ts';
import { makeUserFolders } from '../folders.ts';
import type { Endings } from '../identity/endings.ts';
import type { Facts } from '../identity/facts.ts';
import type { FileKeys } from '../identity/file-keys.ts';
import type { RunningAnswers } from '../identity/running.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Tries } from '../identity/tries.ts';
import type { Users } from '../identity/users.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Jobs } from '../runtime/jobs.ts';
import type { Unlocked } from '../safe/unlocks.ts';
import type { Transfers } from '../transfers/index.ts';
import type { Vault } from '../vault/index.ts';
import { sessionHandlers } from './handlers.ts';
import type { Roster } from './roster.ts';
import { Setup } from './setup.ts';

interface Needs {
  readonly config: BoxConfig;
  readonly faults: Faults;
  readonly access: AccessLog;
  readonly changes: Changes;
  readonly facts: Facts;
  readonly users: Users;
  readonly tokens: Tokens;
  readonly fileKeys: FileKeys;
  readonly tries: Tries;
  readonly running: RunningAnswers;
  readonly endings: Endings;
  readonly vault: Vault;
  readonly roster: Roster;
  readonly linkKey: string;
  readonly link: AccountLink;
  readonly sessions: Sessions;
  readonly unlocks: Unlocked;
  readonly jobs: Jobs;
  readonly transfers: Transfers;
}

/** First-time setup, signing in and out, and ending what runs for a revoked session or user. */
export const sessionFeature = defineFeature({
  make: (needs: Needs) => {
    const { config, faults, changes, facts, users, tries, running, endings, vault, link, sessions } = needs;
    const { unlocks, jobs, transfers } = needs;
    endings.on((ending) => {
      if (ending.kind !== 'right') {
        if (ending.kind === 'session') unlocks.lockAll(ending.session);
        else unlocks.lockUser(ending.user);
        sessions.forget(ending);
      }
      if (ending.kind === 'right') changes.recheck();
      else changes.release();
      running.recheck();
      transfers.recheck();
      jobs.recheck();
      if (ending.kind !== 'user') return;
      Promise.all([transfers.endAll(ending.user), jobs.endAll(ending.user)]).catch((fault: unknown) => {
        faults.note(fault, 'ending');
      });
    });
    const setup = new Setup({
      users,
      facts,
      tries,
      onOwner: async ({ name, password }) => {
        await link.setUpOwner(name, password);
      },
      // After the owner is stored: folders without a user would prevent a box that crashed here from starting.
      onReady: async () => {
        for (const { name } of users.all()) await makeUserFolders(vault, name);
        await link.tell();
      },
    });
    return {
      value: { setup },
      handlers: {
        session: sessionHandlers({ ...needs, setup, accountUrl: config.accountUrl ?? ACCOUNT_PREFIX }),
      },
    };
  },
});
