import { accountProfile, boxUpgrades, type Upgrades } from '@boxwood/domain';
import { AccountClientToken, BoxClientToken, UserToken } from '../../composition/tokens.ts';
import { lateService } from '../../react/late-service.ts';

/** The firmware of the box; it comes with the first screen that asks for it. */
export const useUpgrades = lateService(
  'Upgrades',
  [BoxClientToken, AccountClientToken, UserToken],
  (box, account, user): Upgrades => boxUpgrades(box, accountProfile(account), user),
);
