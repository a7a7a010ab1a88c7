import type { TypeOf } from '@boxwood/command-bus/codecs';
import { epochSeconds, oneOf, str, struct, yesNo, essential, withDefault } from '@boxwood/command-bus/codecs';

/** A box as the box chooser lists it (LOGIN-21, G-29): the caller's nickname for it, model, online status, edition, role. */
export const Drive = struct(
  {
    boxName: str,
    boxId: essential(str),
    boxJID: str,
    nick: str,
    model: withDefault(oneOf(['N2', 'N3', 'G2']), 'N2'),
    online: yesNo,
    edition: withDefault(oneOf(['standard', 'starlight']), 'standard'),
    role: withDefault(oneOf(['owner', 'admin', 'user']), 'user'),
    version: str,
    lanIp: str,
  },
  {},
  'Drive',
);
export type Drive = TypeOf<typeof Drive>;

/** A user of a box (Account Management). */
export const BoxUser = struct(
  { userName: essential(str), nickName: str, avatar: str, admin: yesNo, owner: yesNo, ctime: epochSeconds },
  {},
  'BoxUser',
);
export type BoxUser = TypeOf<typeof BoxUser>;

/** An invitation and the moment it ends. */
export const Invite = struct({ inviteCode: str, expire: epochSeconds }, {}, 'Invite');
export type Invite = TypeOf<typeof Invite>;

/** How many users a box takes (ACCOUNT-10, CONST-41). */
export const MAX_BOX_USERS = 20;
