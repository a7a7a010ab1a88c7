import type { TimerClock } from '../../platform/clock.ts';
import type { Files } from '../files/files.ts';
import type { ScriptTokens } from '../../server/identity/script-tokens.ts';
import { newSecret } from '../../server/identity/secrets.ts';
import type { Emitter } from '../../runtime/feature.ts';
import type { Faults } from '../../platform/faults.ts';
import type { Journal } from '../../storage/journal/journal.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { UnlockedAreas } from '../safe/unlocked-areas.ts';
import type { FreeSpaceTracker } from '../../storage/space/free-space-tracker.ts';
import type { TrashBins } from '../trash/trash-bins.ts';
import { type Caller, isTrashKey, type Vault } from '../../storage/vault/index.ts';
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
  readonly faults: Faults;
  readonly folderMoved: Emitter<[from: string, to: string]>;
  readonly folderRemoved: Emitter<[key: string]>;
}

/** Uploads, whole or in chunks. */
export const transferFeature = defineFeature({
  make: (deps: TransferFeatureDeps, scope) => {
    const { clock, room, boot, vault, uploads, scriptTokens, journal, files, bins, unlocks } = deps;
    const { faults, folderMoved, folderRemoved } = deps;
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
      isTokenValid: (session) => scriptTokens.isValid(session),
      newUuid: newSecret,
      bootId: boot,
      onCommitted: (location) => {
        files.fileChanged(location);
      },
    });
    const endBelow = (key: string): void => {
      transfers.endBelow(key).catch((fault: unknown) => {
        faults.note(fault, 'ending');
      });
    };
    folderRemoved.on(endBelow);
    folderMoved.on((from, to) => {
      if (isTrashKey(to)) endBelow(from);
    });
    scope.defer(() => transfers.close());
    return {
      value: { callerIn, transfers },
      handlers: { transfers: transferHandlers(transfers) },
      routes: [transferRoute(transfers)],
    };
  },
});
