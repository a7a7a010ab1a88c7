import { accountProfile, boxUpgrades, type Upgrades } from '@boxwood/domain';
import { AccountClientToken, BoxClientToken, UserToken } from '../../../composition/service-tokens.ts';
import { lazyService } from '../../../platform/react/lazy-service.ts';

/** Firmware upgrades of the box, loaded with the first screen that needs them. */
export const useUpgrades = lazyService(
  'Upgrades',
  [BoxClientToken, AccountClientToken, UserToken],
  (box, account, user): Upgrades => boxUpgrades(box, accountProfile(account), user),
);
