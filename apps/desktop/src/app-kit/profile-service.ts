import { accountProfile, type Profile } from '@boxwood/domain';
import { AccountClientToken } from '../composition/tokens.ts';
import { lateService } from '../react/late-service.ts';

/**
 * User profiles of the account service: loaded with the top bar on a desktop, with the first page that needs them on a
 * phone.
 */
export const useProfile = lateService('Profile', [AccountClientToken], (account): Profile => accountProfile(account));
