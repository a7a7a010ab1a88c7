import { nothing, str, struct, text } from '@boxwood/command-bus/codecs';
import { askCommand, changeCommand, readCommand, signInCommand } from '../define.ts';
import {
  BoxText,
  CodePlace,
  CodePurpose,
  CodeText,
  Credentials,
  Introspection,
  Session,
  Signature,
  UserText,
} from './model.ts';

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
  result: Session,
  refusals: [1000, 1001, 1009, 1010, 1018, 2002, 2008, 503],
  access: 'public',
  secrets: ['pwd', 'appIdSecurity', 'appKey'],
});

/** Ends the caller's session. `POST /transitAuth/logout` (A02); repeating it does no harm. */
export const SignOut = askCommand({
  name: 'SignOut',
  path: '/transitAuth/logout',
  params: nothing,
  result: nothing,
  refusals: [1001],
  access: 'user',
});

/**
 * Asks whether the session is still the live one; 1001 means signed in elsewhere (G-28). Every 60 s while signed in.
 *
 * `POST /transitAuth/checkToken` (A58).
 */
export const CheckToken = askCommand({
  name: 'CheckToken',
  path: '/transitAuth/checkToken',
  params: nothing,
  result: nothing,
  refusals: [1001],
  access: 'user',
});

/**
 * Sends a verification code to a mobile number or mail address. `secret` signs the address: `signAddress`. With a `purpose` (ours) the code is
 * good for that alone. Without one it is good for what the address can do: one that nobody has proves itself, an account's own sets the password
 * or hands over a box. `at` (ours) tells where the code is when it could not go to the address.
 *
 * `POST /auth/send` (A07). Refusals: 1000 wrong signature, 1002 text message failed, 1003 mail failed, 1004 and 1005 not
 * registered, 2002 less than 60 s since the last one.
 */
export const SendCode = changeCommand({
  name: 'SendCode',
  path: '/auth/send',
  params: struct(
    {
      /** `web`. */
      appId: text(1, 32),
      secret: Signature,
      /** Where it is sent: a mobile number or mail address. */
      param: text(1, 254),
    },
    { purpose: CodePurpose },
  ),
  result: struct({}, { at: CodePlace }),
  refusals: [1000, 1002, 1003, 1004, 1005, 2002],
  access: 'public',
  secrets: ['secret', 'param'],
});

/**
 * Tries a verification code without using it up; it lives 10 minutes and 5 tries.
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
    /** Where it was sent: a mobile number or mail address. */
    param: text(1, 254),
    code: CodeText,
  }),
  result: nothing,
  refusals: [1000, 1007, 1008],
  access: 'public',
  secrets: ['secret', 'param', 'code'],
});

/**
 * Opens an account. Either `param` (mobile or mail) and its `code` prove an address, or `inviteCode` proves the invitation of
 * a box, which also binds the new user to that box; then `param` and `code` may be empty.
 *
 * `POST /user/register` (X102). Refusals: 1006 name taken, 1007 wrong code, 1008 expired, 1018 empty name, 1022 invitation,
 * 1029 the box is full, 1030 name format, 2002 too many tries.
 */
export const RegisterUser = changeCommand({
  name: 'RegisterUser',
  path: '/user/register',
  params: struct(
    {
      userName: UserText,
      /** 6 to 32 characters, none that anybody would try first. */
      password: text(1, 256),
      /** The mobile number or mail address that `code` proves; empty with an invitation. */
      param: text(0, 254),
      /** The 6 digits that were sent there; empty with an invitation. */
      code: text(0, 16),
    },
    {
      /** An invitation to a box, which the account is bound to then. */
      inviteCode: text(1, 32),
      /** What others see, 1 to 20 characters; absent: the user id. */
      nickName: text(1, 40),
    },
  ),
  result: nothing,
  refusals: [1006, 1007, 1008, 1018, 1022, 1029, 1030, 2002],
  access: 'public',
  secrets: ['password', 'param', 'code', 'inviteCode'],
});

/**
 * Asks who an account token belongs to and what that user may do on a box. Only boxes ask: the request carries the box secret
 * (`withBoxSecret`).
 *
 * `POST /internal/introspect` (X105, G-05). Refusals: 1001 the token is not live, 1035 unknown box or wrong secret.
 */
export const IntrospectToken = askCommand({
  name: 'IntrospectToken',
  path: '/internal/introspect',
  params: struct({
    boxId: BoxText,
    /** Who is said to have it. */
    userName: str,
    /** What that user showed to the box. */
    token: text(1, 64),
  }),
  result: Introspection,
  refusals: [1001, 1035],
  access: 'public',
  secrets: ['token'],
});
