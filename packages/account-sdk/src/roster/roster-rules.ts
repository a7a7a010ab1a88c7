import { failed, passed } from '@boxwood/command-bus/rules';
import { MAX_BOX_USERS } from './roster-model.ts';

export { checkNickname } from '@boxwood/command-bus/rules';

/** ACCOUNT-10, ROLE-04: whether one more user can be added. */
export const checkBoxUserCount = (users: number) =>
  users < MAX_BOX_USERS ? passed : failed('account.usersFull', { max: MAX_BOX_USERS });
