import { createGuard } from '@boxwood/account';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Database } from '../store/database.ts';
import { transferMigrations, Uploads } from '../transfers/index.ts';
import { Endings } from './endings.ts';
import { FileKeys } from './file-keys.ts';
import { RunningAnswers } from './running.ts';
import { ScriptTokens } from './script-tokens.ts';
import { identityMigrations } from './tables.ts';
import { Tokens } from './tokens.ts';
import { Tries } from './tries.ts';
import { Users } from './users.ts';

interface Needs {
  readonly clock: Clock;
  readonly database: Database;
  readonly faults: Faults;
}

/** Users, their credentials (tokens, file keys, upload ids), and the revocation of all of it. */
export const identityFeature = defineFeature({
  migrations: [...identityMigrations, ...transferMigrations],
  make: ({ clock, database, faults }: Needs) => {
    const tokens = new Tokens(database, clock);
    const scriptTokens = new ScriptTokens(database, clock);
    const fileKeys = new FileKeys(database, clock);
    const uploads = new Uploads(database);
    const endings = new Endings((fault) => {
      faults.note(fault, 'ending');
    });
    // Registered first: the account service may report revocations from the time the box was off, which end tokens and
    // keys too.
    endings.on((ending) => {
      switch (ending.kind) {
        case 'session':
          tokens.end(ending.session);
          fileKeys.end(ending.session);
          uploads.end(ending);
          return;
        case 'sessions':
        case 'user':
          // A new password does not end script tokens; their owner sees them in a list.
          if (ending.kind === 'user') scriptTokens.endAll(ending.user);
          tokens.endAll(ending.user);
          fileKeys.endAll(ending.user);
          uploads.end({ user: ending.user });
          return;
        case 'right':
      }
    });
    return {
      value: {
        guard: createGuard(),
        running: new RunningAnswers(),
        users: new Users(database, clock),
        tries: new Tries(database, clock),
        tokens,
        scriptTokens,
        fileKeys,
        uploads,
        endings,
      },
      handlers: {},
    };
  },
});
