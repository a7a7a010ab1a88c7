import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  flag,
  int,
  matching,
  noArguments,
  oneOf,
  positional,
  struct,
  text,
  essential,
  withDefault,
} from '@boxwood/command-bus/codecs';
import { shellCommand } from '../define-commands.ts';

/**
 * A new safe or private password: printable ASCII without space, at least 6 characters. The box itself refuses more
 * than 10 (SAFE-03, G-30) with the code 9; a form checks `checkAreaPassword` first.
 */
export const AreaPassword = matching('at least 6 characters', /^[\x21-\x7e]{6,256}$/);

/** User id of the caller; the box refuses one that is too long with the code 8. */
const username = text(1, 256);
/** A password that a user entered to unlock: any text, the box checks it. */
const enteredPassword = text(1, 256);

/**
 * Whether a password is set, and the seconds for which the area stays locked after wrong entries (0: not locked). The
 * specification defines no fields of the reply: a success without fields means that a password is set, and a box
 * without one refuses with 10.
 */
export const AreaStatus = struct(
  {
    /** 1: a password is set. */
    set: essential(withDefault(flag, 1)),
    /** Seconds until a password can be entered again; 0: now. */
    locked: int,
  },
  {},
  'AreaStatus',
);
export type AreaStatus = TypeOf<typeof AreaStatus>;

/** Result of a password entry: remaining attempts, and seconds of lock. A refusal has the same two fields. */
export const AreaEntry = struct(
  {
    /** Wrong entries that remain before the area is locked. */
    left: int,
    /** Seconds until a password can be entered again; 0: now. */
    locked: int,
  },
  {},
  'AreaEntry',
);
export type AreaEntry = TypeOf<typeof AreaEntry>;

// The safe and the private files are two areas with a password: the same commands with different command words.
/* @__NO_SIDE_EFFECTS__ */ const statusCommand = <const N extends string, const C extends string>(name: N, cmd: C) =>
  shellCommand({
    name,
    cmd,
    params: positional({ username }),
    result: AreaStatus,
    refusals: [8, 10],
    access: 'user',
    idempotent: true,
  });
/* @__NO_SIDE_EFFECTS__ */ const unlockCommand = <const N extends string, const C extends string>(name: N, cmd: C) =>
  shellCommand({
    name,
    cmd,
    params: positional({ username, password: enteredPassword }),
    result: AreaEntry,
    refusals: [6, 8, 10, 16],
    access: 'user',
    idempotent: false,
    secrets: ['password'],
    cost: 'heavy',
  });

/**
 * Reports whether the safe has a password, never the password itself (G-32).
 *
 * `POST /eshell` `SAFEBOXGETPSW [username]` (B35). Refusals: 8 user name too long, 10 user not found.
 *
 * @example
 * ```ts
 * const { set, locked } = await box.send(GetSafeStatus, { username: 'ann' });
 * ```
 */
export const GetSafeStatus = statusCommand('GetSafeStatus', 'SAFEBOXGETPSW');

/**
 * Sets the first password of the safe.
 *
 * `POST /eshell` `SAFEBOXUSERADD [username, password]` (B36). Refusals: 8 user name too long, 9 password too long, 10
 * user not found, 11 set already.
 *
 * @example
 * ```ts
 * await box.send(SetUpSafe, { username: 'ann', password: 'tulip-42' });
 * ```
 */
export const SetUpSafe = shellCommand({
  name: 'SetUpSafe',
  cmd: 'SAFEBOXUSERADD',
  params: positional({ username, password: AreaPassword }),
  result: struct({}),
  refusals: [8, 9, 10, 11],
  access: 'user',
  idempotent: false,
  secrets: ['password'],
});

/**
 * Unlocks the safe for this session.
 *
 * `POST /eshell` `SAFEBOXPASSWDCHK [username, password]` (X37). Refusals: 6 wrong, 8 user name too long, 10 user not found, 16 locked after five wrong
 * entries; 6 and 16 carry `left` and `locked` (s).
 *
 * @example
 * ```ts
 * await box.send(UnlockSafe, { username: 'ann', password: 'tulip-42' });
 * ```
 */
export const UnlockSafe = unlockCommand('UnlockSafe', 'SAFEBOXPASSWDCHK');

/**
 * Changes the password of the safe; encrypted files keep their key (G-32).
 *
 * `POST /eshell` `SAFEBOXPASSWDSET [username, old, new]` (X38). Refusals: 6 wrong old password, 8 and 9 too long, 10 user not found,
 * 16 locked.
 *
 * @example
 * ```ts
 * await box.send(ChangeSafePassword, { username: 'ann', old: 'tulip-42', password: 'crocus-7' });
 * ```
 */
export const ChangeSafePassword = shellCommand({
  name: 'ChangeSafePassword',
  cmd: 'SAFEBOXPASSWDSET',
  params: positional({ username, old: enteredPassword, password: AreaPassword }),
  result: struct({}),
  refusals: [6, 8, 9, 10, 16],
  access: 'user',
  idempotent: false,
  secrets: ['old', 'password'],
  cost: 'heavy',
});

/**
 * Reports whether the private files have a password.
 *
 * `POST /eshell` `SAFEHOMESTATUS [username]` (X39). Refusals: 8 user name too long, 10 user not found.
 *
 * @example
 * ```ts
 * const { set } = await box.send(GetPrivateStatus, { username: 'ann' });
 * ```
 */
export const GetPrivateStatus = statusCommand('GetPrivateStatus', 'SAFEHOMESTATUS');

/**
 * Sets the password of the private files: the first one, or a new one while the area is unlocked.
 *
 * `POST /eshell` `SAFEHOMEPASSWDSET [username, password]` (B37). Refusals: 8 user name too long, 9 password too long,
 * 10 user not found, 13 set already and not unlocked.
 *
 * @example
 * ```ts
 * await box.send(SetPrivatePassword, { username: 'ann', password: 'tulip-42' });
 * ```
 */
export const SetPrivatePassword = shellCommand({
  name: 'SetPrivatePassword',
  cmd: 'SAFEHOMEPASSWDSET',
  params: positional({ username, password: AreaPassword }),
  result: struct({}),
  refusals: [8, 9, 10, 13],
  access: 'user',
  idempotent: false,
  secrets: ['password'],
});

/**
 * Unlocks the private files for this session.
 *
 * `POST /eshell` `SAFEHOMEPASSWDCHK [username, password]` (B38). Refusals: 6 wrong, 8 user name too long, 10 user not found, 16 locked for 10 minutes; 6
 * and 16 carry `left` and `locked` (s).
 *
 * @example
 * ```ts
 * await box.send(UnlockPrivate, { username: 'ann', password: 'tulip-42' });
 * ```
 */
export const UnlockPrivate = unlockCommand('UnlockPrivate', 'SAFEHOMEPASSWDCHK');

/**
 * Locks the safe or the private files again for this session.
 *
 * `POST /eshell` `SAFELOCK ["safe" | "home"]` (X40).
 *
 * @example
 * ```ts
 * await box.send(LockArea, { area: 'safe' });
 * ```
 */
export const LockArea = shellCommand({
  name: 'LockArea',
  cmd: 'SAFELOCK',
  params: positional({
    /** `home` are the private files. */
    area: oneOf(['safe', 'home']),
  }),
  result: struct({}),
  refusals: [],
  access: 'user',
  idempotent: false,
});

/**
 * Exports the recovery kit of the safe: the identity that opens every encrypted file with the public `age` tool (G-32). Needs
 * an unlocked safe; the screen offers it once, at creation.
 *
 * `POST /eshell` `SAFEBOXKIT []` (not in the product specification). Refusals: 13 the safe is locked, 15 no safe yet.
 *
 * @example
 * ```ts
 * const { identity } = await box.send(ExportRecoveryKit, {});
 * ```
 */
export const ExportRecoveryKit = shellCommand({
  name: 'ExportRecoveryKit',
  cmd: 'SAFEBOXKIT',
  params: noArguments,
  result: struct({
    /** `AGE-SECRET-KEY-1...`, which opens every file of the safe with `age`. */
    identity: text(1, 256),
  }),
  refusals: [13, 15],
  access: 'user',
  idempotent: false,
});
