import { accountProfile, boxUpgrades, type Upgrades } from '@boxwood/domain';
import { AccountClientToken, BoxClientToken, UserToken } from '../../composition/tokens.ts';
import { lateService } from '../../react/late-service.ts';

/** Firmware upgrades of the box, loaded with the first screen that needs them. */
export const useUpgrades = lateService(
  'Upgrades',
  [BoxClientToken, AccountClientToken, UserToken],
  (box, account, user): Upgrades => boxUpgrades(box, accountProfile(account), user),
);
