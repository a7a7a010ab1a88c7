import { accountFeature } from './account-link/feature.ts';
import { changeHandlers, type ChangeServices } from './changes/handlers.ts';
import { diskFeature, volumeFeature } from './disks/feature.ts';
import { favouriteFeature } from './favourites/feature.ts';
import { fileFeature } from './files/feature.ts';
import { doorFeature } from './http/feature.ts';
import { identityFeature } from './identity/feature.ts';
import { undoFeature } from './journal/feature.ts';
import { laterFeature } from './later.ts';
import { monitorFeature } from './monitor/feature.ts';
import { mountFeature } from './mounts/feature.ts';
import { networkHandlers, type NetworkNeeds } from './network/handlers.ts';
import { offerFeature } from './offers/feature.ts';
import { albumFeature, photoFeature } from './photos/feature.ts';
import { defineFeature, Features } from './runtime/feature.ts';
import { safeFeature } from './safe/feature.ts';
import { sessionFeature } from './session/feature.ts';
import { shareFeature } from './shares/feature.ts';
import { upkeepFeature } from './space/feature.ts';
import { backupFeature, type Base, stateFeature } from './state/feature.ts';
import { systemFeature } from './system/feature.ts';
import { taskFeature } from './tasks/feature.ts';
import { tokenHandlers, type TokenServices } from './tokens/handlers.ts';
import { transferFeature } from './transfers/feature.ts';
import { trashFeature } from './trash/feature.ts';
import { upgradeFeature } from './upgrade/feature.ts';
import { vaultFeature } from './vault/feature.ts';

/** Command areas that only read services of other features. */
const answerFeature = defineFeature({
  make: (needs: ChangeServices & TokenServices & NetworkNeeds) => ({
    value: {},
    handlers: {
      changes: changeHandlers(needs),
      tokens: tokenHandlers(needs),
      network: networkHandlers(needs),
    },
  }),
});

/** All features of a box, in order of their dependencies. */
export const boxFeatures = Features.over<Base>()
  .with(stateFeature)
  .with(identityFeature)
  .with(vaultFeature)
  .with(albumFeature)
  .with(favouriteFeature)
  .with(volumeFeature)
  .with(accountFeature)
  .with(fileFeature)
  .with(photoFeature)
  .with(safeFeature)
  .with(trashFeature)
  .with(undoFeature)
  .with(taskFeature)
  .with(transferFeature)
  .with(sessionFeature)
  .with(upkeepFeature)
  .with(backupFeature)
  .with(shareFeature)
  .with(doorFeature)
  .with(monitorFeature)
  .with(systemFeature)
  .with(diskFeature)
  .with(mountFeature)
  .with(upgradeFeature)
  .with(offerFeature)
  .with(answerFeature)
  .with(laterFeature);
