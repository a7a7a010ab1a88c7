/**
 * Commands for password reset links, in a separate module so that pages that use other roster commands do not load
 * them.
 */
import { nothing, struct, text } from '@boxwood/command-bus/codecs';
import { changeCommand } from '../define.ts';
import { BoxText, UserText } from '../session/account-session-model.ts';
import { PasswordLink } from './roster-model.ts';

/**
 * Creates a one-time link with which a user of the box can set a new password; it replaces the previous link. The
 * administrator of the box confirms with the own password. An account gives access to all boxes of the user, so 1020
 * with `info` refuses it if the user has a box that is not the caller's (`account.linkElsewhere`), or administrates or
 * owns one (`account.linkAdmin`).
 *
 * `POST /roster/passwordLink` (a Boxwood extension). Refusals: 1001, 1009 wrong password of the caller, 1010 not a user
 * of the box, 1020, 1035, 2002 too many tries.
 */
export const MakePasswordLink = changeCommand({
  name: 'MakePasswordLink',
  path: '/roster/passwordLink',
  params: struct({
    boxName: BoxText,
    targetUser: UserText,
    /** The caller's own password. */
    password: text(1, 256),
  }),
  result: PasswordLink,
  refusals: [1001, 1009, 1010, 1020, 1035, 2002],
  access: 'user',
  secrets: ['password'],
});

/**
 * Revokes the link of a user, if there is one. Administrator of the box only.
 *
 * `POST /roster/endPasswordLink` (a Boxwood extension). Refusals: 1001, 1010 not a user of the box, 1020, 1035.
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
 * Sets a new password with the secret of a link (`MakePasswordLink`), which is valid once and for one user. All
 * sessions of the user end.
 *
 * `POST /user/renewPwd` (a Boxwood extension). Refusals: 1008 the link was used, replaced, revoked or has expired, 2002
 * too many tries, 2004 `info` `login.passwordCommon`.
 */
export const RenewPassword = changeCommand({
  name: 'RenewPassword',
  path: '/user/renewPwd',
  params: struct({
    /** Id of the user for whom the link was created. */
    userName: UserText,
    /** Secret from `roster.makePasswordLink`. */
    secret: text(1, 64),
    /** The new password, 6 to 32 characters. */
    password: text(1, 256),
  }),
  result: nothing,
  refusals: [1008, 2002],
  access: 'public',
  secrets: ['secret', 'password'],
});
