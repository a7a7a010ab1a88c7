import { accountProfile, type Profile } from '@boxwood/domain';
import { AccountClientToken } from '../composition/tokens.ts';
import { lateService } from '../react/late-service.ts';

/** What the account service keeps of people: a desktop has it with its bar, a phone with the first page that asks for it. */
export const useProfile = lateService('Profile', [AccountClientToken], (account): Profile => accountProfile(account));
