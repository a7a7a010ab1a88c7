import type { TypeOf } from '@boxwood/command-bus/codecs';
import { epochSeconds, oneOf, str, struct, yesNo, essential, withDefault } from '@boxwood/command-bus/codecs';

/** A box as the box chooser lists it (LOGIN-21, G-29): the caller's nickname for it, model, online status, edition, role. */
export const Drive = struct(
  {
    /** Name at the service; unique, usually the id. */
    boxName: str,
    /** Permanent id of the box; accepted wherever a call expects a box. */
    boxId: essential(str),
    /** Address in messages, `boxId@box`. */
    boxJID: str,
    /** The caller's nickname for it; by default its own name. */
    nick: str,
    /** Model of the box. */
    model: withDefault(oneOf(['N2', 'N3', 'G2']), 'N2'),
    /** Y: connected, or its last report is less than 3 minutes old. */
    online: yesNo,
    /** Edition of the box. */
    edition: withDefault(oneOf(['standard', 'starlight']), 'standard'),
    /** Role of the caller: `owner` set it up, `admin` administrates it, `user` uses it. */
    role: withDefault(oneOf(['owner', 'admin', 'user']), 'user'),
    /** Firmware version, for example `1.0.1018`. */
    version: str,
    /** Address in its own network; empty if never reported. */
    lanIp: str,
  },
  {},
  'Drive',
);
export type Drive = TypeOf<typeof Drive>;

/** A user of a box (Account Management). */
export const BoxUser = struct(
  {
    /** The user id. */
    userName: essential(str),
    /** Display name. */
    nickName: str,
    /** Address of the avatar, relative to the service; empty: none. */
    avatar: str,
    /** Y: the administrator of the box; there is exactly one. */
    admin: yesNo,
    /** Y: the user set up the box. */
    owner: yesNo,
    ctime: epochSeconds,
  },
  {
    /** Expiry of the user's open password reset link (a Boxwood extension); only the administrator gets it. */
    linkUntil: epochSeconds,
  },
  'BoxUser',
);
export type BoxUser = TypeOf<typeof BoxUser>;

/** An invitation and its expiry. */
export const Invite = struct(
  {
    /** Code to enter, or part of the invitation link. */
    inviteCode: str,
    expire: epochSeconds,
  },
  {},
  'Invite',
);
export type Invite = TypeOf<typeof Invite>;

/** The secret in the fragment of a password reset link, and its expiry (a Boxwood extension). */
export const PasswordLink = struct(
  {
    /** 32 random letters and digits, returned only once; `roster.renewPassword` sets the password with it. */
    secret: essential(str),
    expire: epochSeconds,
  },
  {},
  'PasswordLink',
);
export type PasswordLink = TypeOf<typeof PasswordLink>;

/** Maximum number of users of a box (ACCOUNT-10, CONST-41). */
export const MAX_BOX_USERS = 20;
