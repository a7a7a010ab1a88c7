import { accountFeature } from './features/account-link/feature.ts';
import { changeHandlers, type ChangeHandlerDeps } from './storage/changes/handlers.ts';
import { diskFeature, volumeFeature } from './features/disks/feature.ts';
import { favouriteFeature } from './features/favourites/feature.ts';
import { fileFeature } from './features/files/feature.ts';
import { httpFeature } from './http/feature.ts';
import { identityFeature } from './server/identity/feature.ts';
import { undoFeature } from './storage/journal/feature.ts';
import { unavailableFeature } from './unavailable-features.ts';
import { monitorFeature } from './features/monitor/feature.ts';
import { mountFeature } from './features/mounts/feature.ts';
import { networkHandlers, type NetworkHandlerDeps } from './features/network/handlers.ts';
import { offerFeature } from './features/offers/feature.ts';
import { albumFeature, photoFeature } from './features/photos/feature.ts';
import { defineFeature, Features } from './runtime/feature.ts';
import { safeFeature } from './features/safe/feature.ts';
import { sessionFeature } from './server/session/feature.ts';
import { shareFeature } from './features/shares/feature.ts';
import { upkeepFeature } from './storage/space/feature.ts';
import { backupFeature, type StateFeatureDeps, stateFeature } from './storage/state/feature.ts';
import { systemFeature } from './features/system/feature.ts';
import { taskFeature } from './features/tasks/feature.ts';
import { tokenHandlers, type TokenServices } from './features/token-handlers.ts';
import { transferFeature } from './features/transfers/feature.ts';
import { trashFeature } from './features/trash/feature.ts';
import { upgradeFeature } from './features/upgrade/feature.ts';
import { vaultFeature } from './storage/vault/feature.ts';

/** Command areas that only read services of other features. */
const handlerOnlyFeature = defineFeature({
  make: (services: ChangeHandlerDeps & TokenServices & NetworkHandlerDeps) => ({
    value: {},
    handlers: {
      changes: changeHandlers(services),
      tokens: tokenHandlers(services),
      network: networkHandlers(services),
    },
  }),
});

/** All features of a box, in order of their dependencies. */
export const boxFeatures = Features.over<StateFeatureDeps>()
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
  .with(httpFeature)
  .with(monitorFeature)
  .with(systemFeature)
  .with(diskFeature)
  .with(mountFeature)
  .with(upgradeFeature)
  .with(offerFeature)
  .with(handlerOnlyFeature)
  .with(unavailableFeature);
