import type { WakingClock } from '../clock.ts';
import type { Files } from '../files/files.ts';
import type { ScriptTokens } from '../identity/script-tokens.ts';
import { newSecret } from '../identity/secrets.ts';
import type { Journal } from '../journal/journal.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Unlocked } from '../safe/unlocks.ts';
import type { Room } from '../space/room.ts';
import type { Bins } from '../trash/bins.ts';
import type { Caller, Vault } from '../vault/index.ts';
import { transferHandlers } from './handlers.ts';
import { transferRoute } from './route.ts';
import type { Uploads } from './tables.ts';
import { Transfers } from './transfers.ts';

interface Needs {
  readonly clock: WakingClock;
  readonly room: Room;
  readonly boot: string;
  readonly vault: Vault;
  readonly uploads: Uploads;
  readonly scriptTokens: ScriptTokens;
  readonly journal: Journal;
  readonly files: Files;
  readonly bins: Bins;
  readonly unlocks: Unlocked;
}

/** Uploads, whole or in chunks. */
export const transferFeature = defineFeature({
  make: ({ clock, room, boot, vault, uploads, scriptTokens, journal, files, bins, unlocks }: Needs, scope) => {
    /** The caller of a session without its token, with the areas unlocked there. */
    const callerIn = (user: string, session: string): Caller => ({
      user,
      admin: false,
      isUnlocked: (area) => unlocks.isUnlocked(session, area),
      scope: scriptTokens.scopeIn(session),
    });
    const transfers = new Transfers({
      vault,
      bins,
      uploads,
      journal,
      clock,
      room,
      callerIn,
      newUuid: newSecret,
      bootId: boot,
      onCommitted: (location) => {
        files.changed(location);
      },
    });
    scope.defer(() => transfers.close());
    return {
      value: { callerIn, transfers },
      handlers: { transfers: transferHandlers(transfers) },
      routes: [transferRoute(transfers)],
    };
  },
});
