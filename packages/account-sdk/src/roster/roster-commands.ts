import { either, list, nothing, struct, text, yesNo } from '@boxwood/command-bus/codecs';
import { changeCommand, readCommand } from '../define.ts';
import { BoxText, UserText } from '../session/account-session-model.ts';
import { BoxUser, Drive, Invite } from './roster-model.ts';

/** The boxes of the caller. `GET /roster/boxRoster` without `boxName` (A16, G-29). */
export const ListBoxes = readCommand({
  name: 'ListBoxes',
  path: '/roster/boxRoster',
  params: nothing,
  result: list(Drive),
  refusals: [1001],
  access: 'user',
});

/** The users of a box of the caller. `GET /roster/boxRoster?boxName` (A16, G-29). Refusals: 1001, 1035 not a box of the caller. */
export const ListBoxUsers = readCommand({
  name: 'ListBoxUsers',
  path: '/roster/boxRoster',
  params: struct({ boxName: BoxText }),
  result: list(BoxUser),
  refusals: [1001, 1035],
  access: 'user',
});

/**
 * Removes a user from a box: the caller, or for the administrator another user, which also ends the open invitation.
 * The administrator cannot be removed.
 *
 * `POST /roster/removeRoster` (A15). Refusals: 1001, 1010 not a user of the box, 1020, 1035.
 */
export const RemoveBoxUser = changeCommand({
  name: 'RemoveBoxUser',
  path: '/roster/removeRoster',
  params: struct({ targetUser: UserText, targetBox: BoxText }),
  result: struct(
    {},
    {
      /** Y: the open invitation was invalidated; the next one has a new code (a Boxwood extension). */
      renewed: yesNo,
    },
  ),
  refusals: [1001, 1010, 1020, 1035],
  access: 'user',
});

/** Names a box for the caller alone, 1 to 20 characters. `POST /roster/modifyBoxRosterNick` (A18). Refusals: 1001, 1035. */
export const RenameBox = changeCommand({
  name: 'RenameBox',
  path: '/roster/modifyBoxRosterNick',
  params: struct({
    boxName: BoxText,
    /** 1 to 20 characters, for the caller alone. */
    nick: text(1, 80),
  }),
  result: nothing,
  refusals: [1001, 1035],
  access: 'user',
});

/**
 * Binds the caller to a box with an invitation of its administrator.
 *
 * `POST /roster/addRoster` (X103). Refusals: 1001, 1021 already bound, 1022 invitation not valid, 1029 the box has 20
 * users, 2002 too many tries.
 */
export const JoinBox = changeCommand({
  name: 'JoinBox',
  path: '/roster/addRoster',
  params: struct({
    boxName: BoxText,
    /** Code from `roster.invite`. */
    inviteCode: text(1, 32),
  }),
  result: nothing,
  refusals: [1001, 1021, 1022, 1029, 1030, 2002],
  access: 'user',
  secrets: ['inviteCode'],
});

/**
 * The current invitation of a box, or a new one if there is none. Administrator of the box only. `GET
 * /roster/inviteCode` (X104). Refusals: 1001, 1020, 1035.
 */
export const GetInvite = readCommand({
  name: 'GetInvite',
  path: '/roster/inviteCode',
  params: struct({ boxName: BoxText }),
  result: Invite,
  refusals: [1001, 1020, 1035],
  access: 'user',
});

/**
 * Both variants of `GET /roster/boxRoster` in one command (A16, G-29), for the routes of the service. Clients use
 * {@link ListBoxes} and {@link ListBoxUsers}, which have exact result types.
 */
export const GetRoster = readCommand({
  name: 'GetRoster',
  path: '/roster/boxRoster',
  params: struct({}, { boxName: BoxText }),
  result: either(list(Drive), list(BoxUser)),
  refusals: [1001, 1035],
  access: 'user',
});
