import type { TimerClock } from '../../platform/clock.ts';
import type { Files } from '../files/files.ts';
import type { ScriptTokens } from '../../server/identity/script-tokens.ts';
import { newSecret } from '../../server/identity/secrets.ts';
import type { Journal } from '../../storage/journal/journal.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { UnlockedAreas } from '../safe/unlocked-areas.ts';
import type { FreeSpaceTracker } from '../../storage/space/free-space-tracker.ts';
import type { TrashBins } from '../trash/trash-bins.ts';
import type { Caller, Vault } from '../../storage/vault/index.ts';
import { transferHandlers } from './handlers.ts';
import { transferRoute } from './upload-route.ts';
import type { Uploads } from './uploads-table.ts';
import { Transfers } from './transfers.ts';

interface TransferFeatureDeps {
  readonly clock: TimerClock;
  readonly room: FreeSpaceTracker;
  readonly boot: string;
  readonly vault: Vault;
  readonly uploads: Uploads;
  readonly scriptTokens: ScriptTokens;
  readonly journal: Journal;
  readonly files: Files;
  readonly bins: TrashBins;
  readonly unlocks: UnlockedAreas;
}

/** Uploads, whole or in chunks. */
export const transferFeature = defineFeature({
  make: (
    { clock, room, boot, vault, uploads, scriptTokens, journal, files, bins, unlocks }: TransferFeatureDeps,
    scope,
  ) => {
    /** The caller of a session without its token, with the areas unlocked there. */
    const callerIn = (user: string, session: string): Caller => ({
      user,
      admin: false,
      isUnlocked: (area) => unlocks.isUnlocked(session, area),
      scope: scriptTokens.scopeIn(session),
    });
    const transfers = new Transfers({
      vault,
      trashBins: bins,
      uploads,
      journal,
      clock,
      room,
      callerIn,
      newUuid: newSecret,
      bootId: boot,
      onCommitted: (location) => {
        files.fileChanged(location);
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
