import { createServerLimits } from '@boxwood/account';
import type { Clock } from '../../platform/clock.ts';
import type { Faults } from '../../platform/faults.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { Database } from '../../store/database.ts';
import { transferMigrations, Uploads } from '../../features/transfers/index.ts';
import { Revocations } from './revocations.ts';
import { FileKeys } from './file-keys.ts';
import { RunningResponses } from './running-responses.ts';
import { ScriptTokens } from './script-tokens.ts';
import { identityMigrations } from './identity-tables.ts';
import { Tokens } from './tokens.ts';
import { LoginRateLimiter } from './login-rate-limiter.ts';
import { Users } from './users.ts';

interface IdentityFeatureDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly faults: Faults;
}

/** Users, their credentials (tokens, file keys, upload ids), and the revocation of all of it. */
export const identityFeature = defineFeature({
  migrations: [...identityMigrations, ...transferMigrations],
  make: ({ clock, database, faults }: IdentityFeatureDeps) => {
    const tokens = new Tokens(database, clock);
    const scriptTokens = new ScriptTokens(database, clock);
    const fileKeys = new FileKeys(database, clock);
    const uploads = new Uploads(database);
    const endings = new Revocations((fault) => {
      faults.note(fault, 'ending');
    });
    // Registered first: the account service may report revocations from the time the box was off, which end tokens and
    // keys too.
    endings.on((revocation) => {
      switch (revocation.kind) {
        case 'session':
          tokens.end(revocation.session);
          fileKeys.end(revocation.session);
          uploads.end(revocation);
          return;
        case 'sessions':
        case 'user':
          // A new password does not end script tokens; their owner sees them in a list.
          if (revocation.kind === 'user') scriptTokens.endAll(revocation.user);
          tokens.endAll(revocation.user);
          fileKeys.endAll(revocation.user);
          uploads.end({ user: revocation.user });
          return;
        case 'right':
      }
    });
    return {
      value: {
        guard: createServerLimits(),
        running: new RunningResponses(),
        users: new Users(database, clock),
        loginRateLimiter: new LoginRateLimiter(database, clock),
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
