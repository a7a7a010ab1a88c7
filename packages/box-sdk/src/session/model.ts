import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  either,
  flag,
  int,
  json,
  list,
  num,
  oneOf,
  refine,
  str,
  struct,
  text,
  yesNo,
} from '@boxwood/command-bus/codecs';
import { Partition } from '../disks/partition.ts';

/** Service ports of the box as the client remembers them. */
export const BoxPorts = struct({ web: int, doc: int }, {}, 'BoxPorts');
/** Room of the box in bytes. */
export const BoxSpace = struct({ total: num, free: num }, {}, 'BoxSpace');
/** A mounted network storage as the session remembers it. */
export const NetMountRef = struct({ mntdir: str, remark: str }, {}, 'NetMountRef');

/**
 * The stored session (STATE-01, SDK-E01): who is signed in, to which box, how it is reached (`boxLAN` Y: the direct link, `boxNet`
 * WAN: through the relay), what has been verified, and the mounts. How values are encoded in local storage is a matter of its own (G-25).
 */
export const Session = struct(
  {
    username: str,
    token: str,
    boxId: str,
    boxNick: str,
    boxIp: str,
    boxType: str,
    boxLAN: yesNo,
    boxNet: oneOf(['LAN', 'WAN']),
    boxAdmin: yesNo,
    boxApi: str,
    avatar: str,
    phone: str,
    boxSelf: yesNo,
    boxSafe: yesNo,
    boxVersion: str,
    boxPorts: BoxPorts,
    boxDisk: BoxSpace,
    boxMstList: list(Partition, 500),
    boxUsbList: list(Partition, 500),
    boxNetList: list(NetMountRef, 500),
  },
  { boxToken: str },
  'Session',
);
export type Session = TypeOf<typeof Session>;

const head = { version: oneOf([1]), username: text(1, 64), token: text(1, 256), cmd: text(1, 64) } as const;
const withParams = struct({ ...head, params: either(json, list(str, 2000)) });
const withText = struct({ ...head, jsonparam: str });

/** The envelope of every box call (SDK-002, SDK-E02): `params` or `jsonparam`, never both, never neither (G-01). */
export const RequestEnvelope = refine(
  'RequestEnvelope',
  (u): u is TypeOf<typeof withParams> | TypeOf<typeof withText> =>
    (withParams.is(u) && !('jsonparam' in u)) || (withText.is(u) && !('params' in u)),
);
export type RequestEnvelope = TypeOf<typeof RequestEnvelope>;

/** The one place where a JSON boolean is read: local storage, never the wire. */
const bool = refine('boolean', (u): u is boolean => typeof u === 'boolean');

/** A window of the desktop as it is stored (SHELL-36, SDK-E13). */
export const WindowRecord = struct(
  {
    id: str,
    title: str,
    icon: str,
    color: str,
    component: str,
    pageIndex: int,
    x: num,
    y: num,
    width: num,
    height: num,
    zIndex: int,
    visible: bool,
    isMinimized: bool,
    isMaximized: bool,
    params: json,
  },
  {},
  'WindowRecord',
);
export type WindowRecord = TypeOf<typeof WindowRecord>;

/** An app on the desktop (SHELL-37, SDK-E14). */
export const DesktopItem = struct({ title: str, img: str, desktop: flag }, {}, 'DesktopItem');
export type DesktopItem = TypeOf<typeof DesktopItem>;
