/** Commands of the desktop's first page, in a separate module so that it does not load the commands of other pages. */
import { nothing } from '@boxwood/command-bus/codecs';
import { readCommand } from '../define.ts';
import { User } from './user-model.ts';

/** The caller's own data; `mobile` is the phone bound to the account. `GET /user/userinfo` (A04). */
export const GetUser = readCommand({
  name: 'GetUser',
  path: '/user/userinfo',
  params: nothing,
  result: User,
  refusals: [1001],
  access: 'user',
});
