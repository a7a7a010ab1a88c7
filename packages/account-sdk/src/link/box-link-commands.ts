/**
 * Calls between a box and the account service. Only boxes make them: every request carries the box id and secret
 * (`withBoxSecret`). They are not part of the product specification, which does not define how a box is registered.
 */
import { nothing, struct, text, yesNo } from '@boxwood/command-bus/codecs';
import { repeatableCommand, changeCommand } from '../define.ts';
import { MessageType } from '../messages/message-model.ts';
import { UserText } from '../session/account-session-model.ts';
import { BoxRegistration, BoxReport, RegisteredBox } from './box-link-model.ts';

/**
 * Registers a box or updates its data. The first registration sets the secret; later ones must carry the same.
 *
 * `POST /internal/registerBox`. `enrolment` is the service's enrolment key, if it requires one. Refusals: 1000 wrong
 * enrolment key, 1035 the id belongs to a box with another secret, 2002 too many new boxes from one address.
 */
export const RegisterBox = repeatableCommand({
  name: 'RegisterBox',
  path: '/internal/registerBox',
  params: struct(
    { box: BoxRegistration },
    {
      /** Enrolment key of the service, if it requires one. */
      enrolment: text(1, 128),
    },
  ),
  result: RegisteredBox,
  refusals: [1000, 1035, 2002],
  access: 'public',
  secrets: ['enrolment'],
});

/**
 * Reports addresses and version, and keeps the box online. `POST /internal/reportBox`. Refusals: 1035 unknown box or
 * wrong secret.
 */
export const ReportBox = repeatableCommand({
  name: 'ReportBox',
  path: '/internal/reportBox',
  params: BoxReport,
  result: RegisteredBox,
  refusals: [1035],
  access: 'public',
});

/**
 * Gives a box its first owner: a new account, or an existing one if the password is correct.
 *
 * `POST /internal/setUpOwner`. Refusals: 1006 name registered meanwhile, 1009 wrong password of an existing account,
 * 1018 empty name, 1020 the box has an owner, 1030 name format, 1035 unknown box or wrong secret, 2002 too many tries,
 * 2004 a new account's password that is too short, too long or common.
 */
export const SetUpOwner = changeCommand({
  name: 'SetUpOwner',
  path: '/internal/setUpOwner',
  params: struct(
    {
      userName: UserText,
      /** Password of the new or existing account. */
      password: text(1, 256),
    },
    {
      /** Display name of a new account; absent: its user id. */
      nickName: text(1, 40),
    },
  ),
  result: nothing,
  refusals: [1006, 1009, 1018, 1020, 1030, 1035, 2002, 2004],
  access: 'public',
  secrets: ['password'],
});

/**
 * Counts a sign-in attempt at the box before the password is checked, so that all sign-in endpoints share one counter.
 * Afterwards, with `right` Y, the box reports a correct password and its count is reset. `address` is the source of the
 * attempt.
 *
 * `POST /internal/countTry` (a Boxwood extension). Refusals: 1035 unknown box or wrong secret, 2002 too many tries.
 */
export const CountTry = changeCommand({
  name: 'CountTry',
  path: '/internal/countTry',
  params: struct({
    userName: UserText,
    /** IP address of the attempt. */
    address: text(0, 64),
    /** N: before the check; Y: the password was correct, which resets the count. */
    right: yesNo,
  }),
  result: nothing,
  refusals: [1035, 2002],
  access: 'public',
});

/**
 * Delivers a message to a user of the box: a notice, or a message from another user.
 *
 * `POST /internal/postMessage`. Refusals: 1010 not a user of the box, 1035 unknown box or wrong secret.
 */
export const PostMessage = changeCommand({
  name: 'PostMessage',
  path: '/internal/postMessage',
  params: struct({
    userName: UserText,
    type: MessageType,
    /** Plain text; clients do not interpret it as markup. */
    content: text(1, 2000),
  }),
  result: nothing,
  refusals: [1010, 1035],
  access: 'public',
});
