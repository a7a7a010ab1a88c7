import { nothing, str, struct, text } from '@boxwood/command-bus/codecs';
import { repeatableCommand, changeCommand, readCommand, signInCommand } from '../define.ts';
import {
  BoxText,
  CodeLocation,
  CodePurpose,
  CodeText,
  Credentials,
  Introspection,
  AccountSession,
  Signature,
  UserText,
} from './account-session-model.ts';

/**
 * Signs in with user id, mobile or mail. A new token ends the previous web session of the user (G-28). Build the parameters
 * with `signInParams`.
 *
 * `POST /transitAuth/check` (A01). Refusals: 1000 wrong signature, 1001 failed, 1009 wrong password, 1010 unknown user,
 * 1018 empty name, 2002 more than 5 tries in 10 minutes, 2008 device type, 503.
 */
export const SignIn = signInCommand({
  name: 'SignIn',
  path: '/transitAuth/check',
  params: Credentials,
  result: AccountSession,
  refusals: [1000, 1001, 1009, 1010, 1018, 2002, 2008, 503],
  access: 'public',
  secrets: ['pwd', 'appIdSecurity', 'appKey'],
});

/** Ends the caller's session. `POST /transitAuth/logout` (A02); it can safely be repeated. */
export const SignOut = repeatableCommand({
  name: 'SignOut',
  path: '/transitAuth/logout',
  params: nothing,
  result: nothing,
  refusals: [1001],
  access: 'user',
});

/**
 * Checks whether the session is still valid; 1001 means signed in elsewhere (G-28). Called every 60 s while signed in.
 *
 * `POST /transitAuth/checkToken` (A58).
 */
export const CheckToken = repeatableCommand({
  name: 'CheckToken',
  path: '/transitAuth/checkToken',
  params: nothing,
  result: nothing,
  refusals: [1001],
  access: 'user',
});

/**
 * Sends a verification code to a mobile number or mail address. `secret` signs the address: `signAddress`. With a
 * `purpose` (a Boxwood extension) the code is valid for that purpose only. Without one the address decides: a code for
 * an unused address verifies it, a code for an account's own address sets the password or transfers a box. `at` (a
 * Boxwood extension) is the place of a code that could not be sent.
 *
 * `POST /auth/send` (A07). Refusals: 1000 wrong signature, 1002 text message failed, 1003 mail failed, 1004 and 1005
 * not registered, 2002 less than 60 s since the last one.
 */
export const SendCode = changeCommand({
  name: 'SendCode',
  path: '/auth/send',
  params: struct(
    {
      /** `web`. */
      appId: text(1, 32),
      secret: Signature,
      /** Recipient: a mobile number or mail address. */
      param: text(1, 254),
    },
    { purpose: CodePurpose },
  ),
  result: struct({}, { at: CodeLocation }),
  refusals: [1000, 1002, 1003, 1004, 1005, 2002],
  access: 'public',
  secrets: ['secret', 'param'],
});

/**
 * Checks a verification code without consuming it; a code is valid for 10 minutes and 5 attempts.
 *
 * `GET /auth/checkCode` (A08). Refusals: 1000 wrong signature, 1007 wrong, 1008 expired or used up.
 */
export const CheckCode = readCommand({
  name: 'CheckCode',
  path: '/auth/checkCode',
  params: struct({
    /** `web`. */
    appId: text(1, 32),
    secret: Signature,
    /** Recipient of the code: a mobile number or mail address. */
    param: text(1, 254),
    code: CodeText,
  }),
  result: nothing,
  refusals: [1000, 1007, 1008],
  access: 'public',
  secrets: ['secret', 'param', 'code'],
});

/**
 * Creates an account. Either `param` (mobile or mail) and its `code` verify an address, or `inviteCode` proves the
 * invitation of a box, which also binds the new user to that box; then `param` and `code` may be empty.
 *
 * `POST /user/register` (X102). Refusals: 1006 name in use, 1007 wrong code, 1008 expired, 1018 empty name, 1022
 * invitation, 1029 the box is full, 1030 name format, 2002 too many tries.
 */
export const RegisterUser = changeCommand({
  name: 'RegisterUser',
  path: '/user/register',
  params: struct(
    {
      userName: UserText,
      /** 6 to 32 characters; common passwords are refused. */
      password: text(1, 256),
      /** The mobile number or mail address verified by `code`; empty with an invitation. */
      param: text(0, 254),
      /** The 6 digits that were sent to it; empty with an invitation. */
      code: text(0, 16),
    },
    {
      /** An invitation to a box; the new account is bound to it. */
      inviteCode: text(1, 32),
      /** Display name, 1 to 20 characters; absent: the user id. */
      nickName: text(1, 40),
    },
  ),
  result: nothing,
  refusals: [1006, 1007, 1008, 1018, 1022, 1029, 1030, 2002],
  access: 'public',
  secrets: ['password', 'param', 'code', 'inviteCode'],
});

/**
 * Returns the owner of an account token and the owner's rights on a box. For boxes only: the request carries the box
 * secret (`withBoxSecret`).
 *
 * `POST /internal/introspect` (X105, G-05). Refusals: 1001 the token is not valid, 1035 unknown box or wrong secret.
 */
export const IntrospectToken = repeatableCommand({
  name: 'IntrospectToken',
  path: '/internal/introspect',
  params: struct({
    boxId: BoxText,
    /** The user who presented the token. */
    userName: str,
    /** The token presented to the box. */
    token: text(1, 64),
  }),
  result: Introspection,
  refusals: [1001, 1035],
  access: 'public',
  secrets: ['token'],
});
