import { defineCommand } from '@boxwood/command-bus';
import {
  flag,
  int,
  list,
  noArguments,
  oneOf,
  positional,
  str,
  struct,
  text,
  yesNo,
  essential,
} from '@boxwood/command-bus/codecs';
import { shellCommand } from '../define-commands.ts';

/** Body of a sign-in, for the account service and for a box (A01, B120). */
export const SignInRequest = struct({
  /** `web`. */
  appId: str,
  /** Proves knowledge of `appKey`; empty at a box. */
  appIdSecurity: str,
  /** Generated for each sign-in; empty at a box. */
  appKey: str,
  /** `web`. */
  devtype: str,
  /** 1: sign-in with a password. */
  logintype: oneOf([1]),
  /** User id, or a mobile number or mail address at the account service. */
  userName: str,
  /** Password. */
  pwd: str,
});

/**
 * Signs in at the box itself, without the account service: the offline mode of a LAN (G-05).
 *
 * `POST /transitAuth/check` of the box (B120). The reply's token is the box token: 32 characters, valid for 24 h after
 * its last use. Refusals (account codes): 1018 name empty, 2000 a mail address, 2002 too many tries, 2003 wrong
 * password, 2004 field missing, 2005 other, 2007 not a user of this box, 2008 device type.
 *
 * @example
 * ```ts
 * const { token, admin } = await box.send(SignInOffline, {
 *   appId: 'web', appIdSecurity, appKey, devtype: 'web', logintype: 1, userName: 'ann', pwd: password,
 * });
 * ```
 */
export const SignInOffline = defineCommand({
  name: 'SignInOffline',
  method: 'POST',
  path: '/transitAuth/check',
  cmd: null,
  form: 'body',
  reply: 'codeTop',
  params: SignInRequest,
  result: struct({
    /** The token of the box, 32 characters; valid for 24 hours after its last use. */
    token: essential(str),
    /** The user id. */
    userName: str,
    /** Y: the user is an administrator of the box. */
    admin: yesNo,
  }),
  errors: 'ACC',
  refusals: [1018, 2000, 2002, 2003, 2004, 2005, 2007, 2008],
  access: 'public',
  idempotent: false,
  secrets: ['pwd', 'appIdSecurity', 'appKey'],
});

/**
 * Deletes the box token. `POST /transitAuth/logout` of the box (X18); also succeeds when the token does not exist any
 * more.
 *
 * @example
 * ```ts
 * await box.send(SignOutOffline, { userName: 'ann', token });
 * ```
 */
export const SignOutOffline = defineCommand({
  name: 'SignOutOffline',
  method: 'POST',
  path: '/transitAuth/logout',
  cmd: null,
  form: 'body',
  reply: 'codeTop',
  params: struct({
    /** User id of the token's owner. */
    userName: str,
    /** The token to delete. */
    token: str,
  }),
  result: struct({}),
  errors: 'ACC',
  refusals: [],
  access: 'public',
  idempotent: true,
  secrets: ['token'],
});

/**
 * Gets the key for the query of file URLs (G-10): 32 characters, to be renewed every `expire` (3600) seconds.
 *
 * `POST /eshell` `KEYGET []` (X19). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { key, expire } = await box.send(GetFileKey, {});
 * ```
 */
export const GetFileKey = shellCommand({
  name: 'GetFileKey',
  cmd: 'KEYGET',
  params: noArguments,
  result: struct({
    /** Value of `key` in file URLs, 32 characters. */
    key: essential(str),
    /** Seconds after which the caller requests a new key. */
    expire: int,
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Reports whether the box still needs its first owner, and its name. Public, and not in the product specification: a
 * box without an owner must be able to report this.
 *
 * `POST /eshell` `GETSETUP []`. `needed` 1 until {@link SetUpBox} succeeded.
 *
 * @example
 * ```ts
 * const { needed } = await box.send(GetSetup, {});
 * ```
 */
export const GetSetup = shellCommand({
  name: 'GetSetup',
  cmd: 'GETSETUP',
  params: noArguments,
  result: struct({
    /** 1: the box has no owner yet. */
    needed: essential(flag),
    /** Name of the box; empty before setup. */
    boxname: str,
    /** Unique id of the box. */
    boxid: str,
    /** URL of the account service, as a browser reaches it; empty: there is none. */
    account: str,
  }),
  refusals: [],
  access: 'public',
  idempotent: true,
});

/**
 * Names the box and creates its owner. Works once, with the one-time code of the link that the box prints at its first start.
 *
 * `POST /eshell` `SETUP [code, boxname, username, password]`. Refusals: 4 name or password against the rules (info says which),
 * 6 wrong code, 11 set up already, 16 too many wrong codes.
 *
 * @example
 * ```ts
 * await box.send(SetUpBox, { code, boxname: 'Home', username: 'ann', password });
 * ```
 */
export const SetUpBox = shellCommand({
  name: 'SetUpBox',
  cmd: 'SETUP',
  params: positional({
    /** From the link that the box prints at its first start; it works once. */
    code: text(1, 64),
    /** Name of the box. */
    boxname: text(1, 20),
    /** User id of the owner. */
    username: text(1, 64),
    /** Password of the owner, 6 to 32 characters, not a common one. */
    password: text(1, 256),
  }),
  result: struct({}),
  refusals: [4, 6, 11, 16],
  access: 'public',
  idempotent: false,
  secrets: ['code', 'password'],
});

/** A user of the box, pushed by the account service: the verifier is an argon2id text, never a password. */
export const RosterEntry = struct({
  /** User id. */
  userName: str,
  /** Y: the user is an administrator of the box. */
  admin: yesNo,
  /** Argon2id text that passwords are verified with; never a password. */
  verifier: str,
});

/**
 * Replaces the box's list of users (server to server), and lists the tokens that have ended since, as SHA-256 in hex
 * (`ended`, our extension).
 *
 * `POST /internal/roster` (X106), with the box secret in the header `x-box-secret`. Refusals: 6 wrong secret.
 *
 * @example
 * ```ts
 * await box.send(PushRoster, { users: [{ userName: 'ann', admin: 'Y', verifier }] });
 * ```
 */
export const PushRoster = defineCommand({
  name: 'PushRoster',
  method: 'POST',
  path: '/internal/roster',
  cmd: null,
  form: 'body',
  reply: 'error',
  params: struct(
    {
      /** All users; replaces the previous list. */
      users: list(RosterEntry, 20),
    },
    {
      /** SHA-256 of tokens that have ended, in hexadecimal. */
      ended: list(text(64, 64), 1000),
    },
  ),
  result: struct({}),
  errors: 'GEN',
  refusals: [6],
  access: 'public',
  idempotent: true,
});
