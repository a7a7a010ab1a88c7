/**
 * Calls between a box and the account service. Only boxes make them: every request carries the box id and secret
 * (`withBoxSecret`). They are not part of the product specification, which does not say how a box becomes known.
 */
import { nothing, struct, text, yesNo } from '@boxwood/command-bus/codecs';
import { askCommand, changeCommand } from '../define.ts';
import { MessageType } from '../messages/model.ts';
import { UserText } from '../session/model.ts';
import { BoxCard, BoxReport, BoxStanding } from './model.ts';

/**
 * Makes a box known, or renews what is known. The first registration fixes the secret; later ones must carry the same.
 *
 * `POST /internal/registerBox`. `enrolment` is the service's own key where it asks for one. Refusals: 1000 wrong enrolment key,
 * 1035 the id belongs to a box with another secret, 2002 too many new boxes from one address.
 */
export const RegisterBox = askCommand({
  name: 'RegisterBox',
  path: '/internal/registerBox',
  params: struct(
    { box: BoxCard },
    {
      /** The key of the service, where it asks for one. */
      enrolment: text(1, 128),
    },
  ),
  result: BoxStanding,
  refusals: [1000, 1035, 2002],
  access: 'public',
  secrets: ['enrolment'],
});

/** Reports addresses and version; keeps the box online. `POST /internal/reportBox`. Refusals: 1035 unknown box or wrong secret. */
export const ReportBox = askCommand({
  name: 'ReportBox',
  path: '/internal/reportBox',
  params: BoxReport,
  result: BoxStanding,
  refusals: [1035],
  access: 'public',
});

/**
 * Gives a box its first owner: a new account, or one that exists when the password is right.
 *
 * `POST /internal/setUpOwner`. Refusals: 1006 name just taken, 1009 wrong password of an existing account, 1018 empty name, 1020 the box has an owner,
 * 1030 name format, 1035 unknown box or wrong secret, 2002 too many tries, 2004 a new account's password that is too short, too long or common.
 */
export const SetUpOwner = changeCommand({
  name: 'SetUpOwner',
  path: '/internal/setUpOwner',
  params: struct(
    {
      userName: UserText,
      /** Of the new account, or of the one that exists. */
      password: text(1, 256),
    },
    {
      /** What people see of a new account; absent: its user id. */
      nickName: text(1, 40),
    },
  ),
  result: nothing,
  refusals: [1006, 1009, 1018, 1020, 1030, 1035, 2002, 2004],
  access: 'public',
  secrets: ['password'],
});

/**
 * Counts a try to sign in at the box itself, before the password is looked at, so that all doors together have one count; afterwards,
 * with `right`, the box says that the password was right and what it counted is forgotten. `address` is where the try came from.
 *
 * `POST /internal/countTry` (ours). Refusals: 1035 unknown box or wrong secret, 2002 too many tries.
 */
export const CountTry = changeCommand({
  name: 'CountTry',
  path: '/internal/countTry',
  params: struct({
    userName: UserText,
    /** Where the try came from, as an IP address. */
    address: text(0, 64),
    /** N: about to be looked at; Y: the password was right, and earlier tries are forgotten. */
    right: yesNo,
  }),
  result: nothing,
  refusals: [1035, 2002],
  access: 'public',
});

/**
 * Leaves a message with a user of the box: a notice, or what one user wrote to another.
 *
 * `POST /internal/postMessage`. Refusals: 1010 not a user of the box, 1035 unknown box or wrong secret.
 */
export const PostMessage = changeCommand({
  name: 'PostMessage',
  path: '/internal/postMessage',
  params: struct({
    userName: UserText,
    type: MessageType,
    /** Plain text, which nobody takes for markup. */
    content: text(1, 2000),
  }),
  result: nothing,
  refusals: [1010, 1035],
  access: 'public',
});
