import { int, list, nothing, str, struct, text } from '@boxwood/command-bus/codecs';
import { changeCommand, formCommand, readCommand } from '../define.ts';
import { BoxText, CodeLocation, CodeText, UserText } from '../session/account-session-model.ts';
import { singleFile, Profile } from './user-model.ts';

export * from './get-user.ts';

/** The picture of a user, of the caller when `target` is absent. `GET /user/avatar` (A03). Refusals: 1001, 1010 unknown. */
export const GetAvatar = readCommand({
  name: 'GetAvatar',
  path: '/user/avatar',
  params: struct({}, { target: UserText }),
  result: struct({
    /** Address relative to the service; empty: none. */
    avatar: str,
  }),
  refusals: [1001, 1010],
  access: 'user',
});

/** The users who share a box with the caller. `GET /user/friends` (A05). */
export const ListFriends = readCommand({
  name: 'ListFriends',
  path: '/user/friends',
  params: nothing,
  result: list(Profile),
  refusals: [1001],
  access: 'user',
});

/**
 * Nicknames and pictures of up to 50 users (`userNames` is a comma-separated list); unknown names are omitted.
 *
 * `GET /user/nickName` (A59).
 */
export const GetNicknames = readCommand({
  name: 'GetNicknames',
  path: '/user/nickName',
  params: struct({
    /** Comma-separated user ids, at most 50. */
    userNames: text(1, 1000),
  }),
  result: list(Profile),
  refusals: [1001],
  access: 'user',
});

/** Who administers a box. `GET /user/admin` (A17). Refusals: 1001, 1035 not a box of the caller. */
export const GetAdmin = readCommand({
  name: 'GetAdmin',
  path: '/user/admin',
  params: struct({ boxName: BoxText }),
  result: struct({
    /** The user id. */
    admin: str,
  }),
  refusals: [1001, 1035],
  access: 'user',
});

/**
 * Hands the administration of a box to another bound user, confirmed by a code sent to the caller's mobile or mail.
 *
 * `POST /user/modifyAdmin` (A09). Refusals: 1001, 1020 the caller is not the administrator or the target is not bound,
 * 1007 wrong code, 1008 expired, 1010 unknown user, 1035 unknown box.
 */
export const TransferAdmin = changeCommand({
  name: 'TransferAdmin',
  path: '/user/modifyAdmin',
  params: struct({ boxName: BoxText, targetUser: UserText, code: CodeText }),
  result: nothing,
  refusals: [1001, 1020, 1007, 1008, 1010, 1035],
  access: 'user',
  secrets: ['code'],
});

/**
 * Replaces the caller's picture: jpg, jpeg or png by content, at most 2 MB.
 *
 * `POST /user/modifyAvatar` (A10, multipart). Refusals: 1001, 1019 empty file.
 */
export const ChangeAvatar = formCommand({
  name: 'ChangeAvatar',
  path: '/user/modifyAvatar',
  params: struct({ file: singleFile }),
  result: struct({
    /** Address of the new avatar, relative to the service. */
    avatar: str,
  }),
  refusals: [1001, 1019],
  access: 'user',
  timeoutMs: 60_000,
});

/**
 * Sends a code to verify a new mobile number or mail address of the caller, before `ChangeMobile` or `ChangeMail`. If
 * the service cannot send text messages or mail, the code is one of the caller's own messages, as `at` reports.
 *
 * `POST /user/proveAddress` (a Boxwood extension). Refusals: 1001, 1002 text message failed, 1003 mail failed, 2002
 * less than 60 s since the last one.
 */
export const ProveAddress = changeCommand({
  name: 'ProveAddress',
  path: '/user/proveAddress',
  params: struct({
    /** A mobile number or mail address that is new to the caller. */
    param: text(1, 254),
  }),
  result: struct({}, { at: CodeLocation }),
  refusals: [1001, 1002, 1003, 2002],
  access: 'user',
  secrets: ['param'],
});

/** Changes the caller's nickname, 1 to 20 characters. `POST /user/modifyNick` (A11). */
export const ChangeNickname = changeCommand({
  name: 'ChangeNickname',
  path: '/user/modifyNick',
  params: struct({
    /** 1 to 20 characters. */
    nickName: text(1, 80),
  }),
  result: nothing,
  refusals: [1001],
  access: 'user',
});

/**
 * Changes the caller's mail address, verified by the code sent to it. `POST /user/modifyMail` (A12). Refusals: 1001,
 * 1006 in use, 1007, 1008.
 */
export const ChangeMail = changeCommand({
  name: 'ChangeMail',
  path: '/user/modifyMail',
  params: struct({
    /** The new address, to which the code was sent. */
    mail: text(1, 254),
    mailCode: CodeText,
  }),
  result: nothing,
  refusals: [1001, 1006, 1007, 1008],
  access: 'user',
  secrets: ['mail', 'mailCode'],
});

/**
 * Changes the caller's mobile number, verified by the code sent to it. `POST /user/modifyMobile` (A13). Refusals: 1001,
 * 1006 in use, 1007, 1008.
 */
export const ChangeMobile = changeCommand({
  name: 'ChangeMobile',
  path: '/user/modifyMobile',
  params: struct({
    /** The new number, to which the code was sent. */
    mobile: text(1, 32),
    mobileCode: CodeText,
  }),
  result: nothing,
  refusals: [1001, 1006, 1007, 1008],
  access: 'user',
  secrets: ['mobile', 'mobileCode'],
});

/**
 * Sets a new password, verified by a code sent to the caller's own mobile or mail (`param`). Every session of the user
 * ends.
 *
 * `POST /user/modifyPwd` (A14). Refusals: 1001, 1004 not the caller's mobile, 1005 not the caller's mail, 1007, 1008.
 */
export const ChangePassword = changeCommand({
  name: 'ChangePassword',
  path: '/user/modifyPwd',
  params: struct({
    /** 6 to 32 characters; common passwords are refused. */
    password: text(1, 256),
    /** The caller's own mobile number or mail address, to which the code was sent. */
    param: text(1, 254),
    code: CodeText,
  }),
  result: nothing,
  refusals: [1001, 1004, 1005, 1007, 1008],
  access: 'user',
  secrets: ['password', 'param', 'code'],
});

/** The caller's points. `GET /user/userPoints` (A23). */
export const GetPoints = readCommand({
  name: 'GetPoints',
  path: '/user/userPoints',
  params: nothing,
  result: struct({
    /** Points of the caller; the Boxwood service awards none. */
    points: int,
  }),
  refusals: [1001],
  access: 'user',
});
