import { accountProfile, type Profile } from '@boxwood/domain';
import { AccountClientToken } from '../../composition/service-tokens.ts';
import { lazyService } from '../../platform/react/lazy-service.ts';

/**
 * User profiles of the account service: loaded with the top bar on a desktop, with the first page that needs them on a
 * phone.
 */
export const useProfile = lazyService('Profile', [AccountClientToken], (account): Profile => accountProfile(account));
