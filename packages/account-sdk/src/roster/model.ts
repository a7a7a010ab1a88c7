import type { TypeOf } from '@boxwood/command-bus/codecs';
import { epochSeconds, oneOf, str, struct, yesNo, essential, withDefault } from '@boxwood/command-bus/codecs';

/** A box as the box chooser lists it (LOGIN-21, G-29): the caller's nickname for it, model, online status, edition, role. */
export const Drive = struct(
  {
    /** Its name at the service; unique, mostly the id. */
    boxName: str,
    /** Its permanent id; taken wherever a box is asked for. */
    boxId: essential(str),
    /** Its address in messages, `boxId@box`. */
    boxJID: str,
    /** What the caller calls it; else its own name. */
    nick: str,
    /** The model. */
    model: withDefault(oneOf(['N2', 'N3', 'G2']), 'N2'),
    /** Y: it is connected, or reported within the last 3 minutes. */
    online: yesNo,
    /** Which edition of it. */
    edition: withDefault(oneOf(['standard', 'starlight']), 'standard'),
    /** What the caller is there: `owner` set it up, `admin` administrates it, `user` uses it. */
    role: withDefault(oneOf(['owner', 'admin', 'user']), 'user'),
    /** Of its firmware, as `1.0.1018`. */
    version: str,
    /** In its own network; empty when it never said. */
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
    /** What others see. */
    nickName: str,
    /** Address of the picture, relative to the service; empty: none. */
    avatar: str,
    /** Y: administrates the box; one does. */
    admin: yesNo,
    /** Y: set the box up. */
    owner: yesNo,
    ctime: epochSeconds,
  },
  {
    /** When the link for a new password that is open for them ends (ours); the administrator alone is told. */
    linkUntil: epochSeconds,
  },
  'BoxUser',
);
export type BoxUser = TypeOf<typeof BoxUser>;

/** An invitation and the moment it ends. */
export const Invite = struct(
  {
    /** What the invited type in, or have in their link. */
    inviteCode: str,
    expire: epochSeconds,
  },
  {},
  'Invite',
);
export type Invite = TypeOf<typeof Invite>;

/** What a link for a new password carries in its fragment, and the moment it ends (ours). */
export const PasswordLink = struct(
  {
    /** 32 random letters and digits, told once; with it `roster.renewPassword` sets the password. */
    secret: essential(str),
    expire: epochSeconds,
  },
  {},
  'PasswordLink',
);
export type PasswordLink = TypeOf<typeof PasswordLink>;

/** How many users a box takes (ACCOUNT-10, CONST-41). */
export const MAX_BOX_USERS = 20;
