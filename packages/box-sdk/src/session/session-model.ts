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

/** Service ports of the box, as stored by the client. */
export const BoxPorts = struct(
  {
    /** Port of the desktop. */
    web: int,
    /** Port of the document service. */
    doc: int,
  },
  {},
  'BoxPorts',
);
/** Disk space of the box in bytes. */
export const BoxSpace = struct(
  {
    /** Bytes. */
    total: num,
    /** Bytes. */
    free: num,
  },
  {},
  'BoxSpace',
);
/** A mounted network storage, as stored in the session. */
export const NetMountRef = struct(
  {
    /** Name of its folder on the box. */
    mntdir: str,
    /** Remark written by a user. */
    remark: str,
  },
  {},
  'NetMountRef',
);

/**
 * The stored session (STATE-01, SDK-E01): who is signed in, to which box, how it is reached (`boxLAN` Y: the direct
 * link, `boxNet` WAN: through the relay), which areas are unlocked, and the mounts. The encoding in local storage is
 * defined separately (G-25).
 */
export const Session = struct(
  {
    /** User id of the signed-in user. */
    username: str,
    /** Token of the account service; `offline` when there is none. */
    token: str,
    /** Permanent id of the box. */
    boxId: str,
    /** Name of the box for this user. */
    boxNick: str,
    /** IP address of the box in its own network. */
    boxIp: str,
    /** Model of the box. */
    boxType: str,
    /** Y: the client connects directly, without the account service. */
    boxLAN: yesNo,
    /** WAN: through the relay. */
    boxNet: oneOf(['LAN', 'WAN']),
    /** Y: the user is an administrator of the box. */
    boxAdmin: yesNo,
    /** Base URL of box calls. */
    boxApi: str,
    /** URL of the user's picture. */
    avatar: str,
    /** Mobile number of the user; empty when none is bound. */
    phone: str,
    /** Y: the private files are unlocked. */
    boxSelf: yesNo,
    /** Y: the safe is unlocked. */
    boxSafe: yesNo,
    /** Firmware version of the box. */
    boxVersion: str,
    boxPorts: BoxPorts,
    boxDisk: BoxSpace,
    /** Internal volumes. */
    boxMstList: list(Partition, 500),
    /** Connected external devices. */
    boxUsbList: list(Partition, 500),
    /** Network storage. */
    boxNetList: list(NetMountRef, 500),
  },
  {
    /** Token of the box; absent: `token` is used. */
    boxToken: str,
  },
  'Session',
);
export type Session = TypeOf<typeof Session>;

const envelopeFields = {
  /** The only version. */
  version: oneOf([1]),
  /** The caller's user id. */
  username: text(1, 64),
  /** The token of the box. */
  token: text(1, 256),
  /** Command word, such as `LIST`. */
  cmd: text(1, 64),
} as const;
const withParams = struct({
  ...envelopeFields,
  /** An object, or texts by position, as the command requires. */
  params: either(json, list(str, 2000)),
});
const withText = struct({
  ...envelopeFields,
  /** The parameters as JSON text. */
  jsonparam: str,
});

/** The envelope of every box call (SDK-002, SDK-E02): either `params` or `jsonparam` (G-01). */
export const RequestEnvelope = refine(
  'RequestEnvelope',
  (u): u is TypeOf<typeof withParams> | TypeOf<typeof withText> =>
    (withParams.is(u) && !('jsonparam' in u)) || (withText.is(u) && !('params' in u)),
);
export type RequestEnvelope = TypeOf<typeof RequestEnvelope>;

/** The only JSON boolean: used in local storage, never on the wire. */
const bool = refine('boolean', (u): u is boolean => typeof u === 'boolean');

/** A stored window of the desktop (SHELL-36, SDK-E13). */
export const WindowRecord = struct(
  {
    /** Identifies the window. */
    id: str,
    /** Title in its title bar. */
    title: str,
    /** Icon of the app. */
    icon: str,
    /** Colour of the app. */
    color: str,
    /** Component of the app. */
    component: str,
    /** Open page of the app, from 1 on. */
    pageIndex: int,
    /** Left edge, in pixels. */
    x: num,
    /** Upper edge, in pixels. */
    y: num,
    /** Pixels. */
    width: num,
    /** Pixels. */
    height: num,
    /** Windows with a higher value are in front. */
    zIndex: int,
    visible: bool,
    isMinimized: bool,
    isMaximized: bool,
    /** Parameters the app was opened with. */
    params: json,
  },
  {},
  'WindowRecord',
);
export type WindowRecord = TypeOf<typeof WindowRecord>;

/** An app on the desktop (SHELL-37, SDK-E14). */
export const DesktopItem = struct(
  {
    /** Name of the app. */
    title: str,
    /** Icon of the app. */
    img: str,
    /** 1: it is on the desktop. */
    desktop: flag,
  },
  {},
  'DesktopItem',
);
export type DesktopItem = TypeOf<typeof DesktopItem>;
