/** Links for a new password, of which no first page knows: whoever fetches the other commands of a roster fetches none of them. */
import { nothing, struct, text } from '@boxwood/command-bus/codecs';
import { changeCommand } from '../define.ts';
import { BoxText, UserText } from '../session/model.ts';
import { PasswordLink } from './model.ts';

/**
 * Makes a link with which a user of the box, who forgot the password, chooses a new one, once; it takes the place of the one before. The
 * administrator of the box asks for it with the own password. An account opens every box that it belongs to: 1020 says with `info` that the user
 * has a box that is not the caller's (`account.linkElsewhere`), or administrates or owns one (`account.linkAdmin`).
 *
 * `POST /roster/passwordLink` (ours). Refusals: 1001, 1009 wrong password of the caller, 1010 not a user of the box, 1020, 1035, 2002 too many
 * tries.
 */
export const MakePasswordLink = changeCommand({
  name: 'MakePasswordLink',
  path: '/roster/passwordLink',
  params: struct({
    boxName: BoxText,
    targetUser: UserText,
    /** The caller's own. */
    password: text(1, 256),
  }),
  result: PasswordLink,
  refusals: [1001, 1009, 1010, 1020, 1035, 2002],
  access: 'user',
  secrets: ['password'],
});

/**
 * Takes the link of a user back; when there is none, nothing happens. Only the administrator of the box may.
 *
 * `POST /roster/endPasswordLink` (ours). Refusals: 1001, 1010 not a user of the box, 1020, 1035.
 */
export const EndPasswordLink = changeCommand({
  name: 'EndPasswordLink',
  path: '/roster/endPasswordLink',
  params: struct({ boxName: BoxText, targetUser: UserText }),
  result: nothing,
  refusals: [1001, 1010, 1020, 1035],
  access: 'user',
});

/**
 * Sets a new password with the secret of a link (`MakePasswordLink`), which is good for one user, once. Every session of the user ends.
 *
 * `POST /user/renewPwd` (ours). Refusals: 1008 the link was used, replaced, taken back or is too old, 2002 too many tries, 2004 `info`
 * `login.passwordCommon`.
 */
export const RenewPassword = changeCommand({
  name: 'RenewPassword',
  path: '/user/renewPwd',
  params: struct({
    /** Whom the link was made for: the user id. */
    userName: UserText,
    /** As `roster.makePasswordLink` answered it to the administrator. */
    secret: text(1, 64),
    /** The new one, 6 to 32 characters. */
    password: text(1, 256),
  }),
  result: nothing,
  refusals: [1008, 2002],
  access: 'public',
  secrets: ['secret', 'password'],
});
