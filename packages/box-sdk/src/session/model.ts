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
export const BoxPorts = struct(
  {
    /** Of the desktop. */
    web: int,
    /** Of documents. */
    doc: int,
  },
  {},
  'BoxPorts',
);
/** Room of the box in bytes. */
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
/** A mounted network storage as the session remembers it. */
export const NetMountRef = struct(
  {
    /** Its name on the box. */
    mntdir: str,
    /** What people wrote of it. */
    remark: str,
  },
  {},
  'NetMountRef',
);

/**
 * The stored session (STATE-01, SDK-E01): who is signed in, to which box, how it is reached (`boxLAN` Y: the direct link, `boxNet`
 * WAN: through the relay), what has been verified, and the mounts. How values are encoded in local storage is a matter of its own (G-25).
 */
export const Session = struct(
  {
    /** Who is signed in. */
    username: str,
    /** Of the account service; `offline` where there is none. */
    token: str,
    /** The box, for good. */
    boxId: str,
    /** What the caller calls it. */
    boxNick: str,
    /** Where it is in its own network. */
    boxIp: str,
    /** Model. */
    boxType: str,
    /** Y: it is spoken with directly, without the account service. */
    boxLAN: yesNo,
    /** WAN: through the relay. */
    boxNet: oneOf(['LAN', 'WAN']),
    /** Y: the caller administrates it. */
    boxAdmin: yesNo,
    /** Where calls go. */
    boxApi: str,
    /** Address of the picture. */
    avatar: str,
    /** Mobile number of the caller; empty: none is bound. */
    phone: str,
    /** Y: the private files are open. */
    boxSelf: yesNo,
    /** Y: the safe is open. */
    boxSafe: yesNo,
    /** Of its firmware. */
    boxVersion: str,
    boxPorts: BoxPorts,
    boxDisk: BoxSpace,
    /** Its own volumes. */
    boxMstList: list(Partition, 500),
    /** Devices that are plugged in. */
    boxUsbList: list(Partition, 500),
    /** Network storage. */
    boxNetList: list(NetMountRef, 500),
  },
  {
    /** Of the box; absent: it takes `token`. */
    boxToken: str,
  },
  'Session',
);
export type Session = TypeOf<typeof Session>;

const head = {
  /** The one version that there is. */
  version: oneOf([1]),
  /** The caller's user id. */
  username: text(1, 64),
  /** The token of the box. */
  token: text(1, 256),
  /** What is asked for, as `LIST`. */
  cmd: text(1, 64),
} as const;
const withParams = struct({
  ...head,
  /** An object, or texts by position, as the command has it. */
  params: either(json, list(str, 2000)),
});
const withText = struct({
  ...head,
  /** The parameters as JSON text. */
  jsonparam: str,
});

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
    /** Names the window. */
    id: str,
    /** As its bar says. */
    title: str,
    /** Picture of the app. */
    icon: str,
    /** Of the app. */
    color: str,
    /** Which app it is. */
    component: str,
    /** The page of the app that is open, from 1 on. */
    pageIndex: int,
    /** Left edge, in pixels. */
    x: num,
    /** Upper edge, in pixels. */
    y: num,
    /** Pixels. */
    width: num,
    /** Pixels. */
    height: num,
    /** The greater one lies over the others. */
    zIndex: int,
    visible: bool,
    isMinimized: bool,
    isMaximized: bool,
    /** What the app was opened with. */
    params: json,
  },
  {},
  'WindowRecord',
);
export type WindowRecord = TypeOf<typeof WindowRecord>;

/** An app on the desktop (SHELL-37, SDK-E14). */
export const DesktopItem = struct(
  {
    /** As it is called. */
    title: str,
    /** Its picture. */
    img: str,
    /** 1: it stands on the desktop. */
    desktop: flag,
  },
  {},
  'DesktopItem',
);
export type DesktopItem = TypeOf<typeof DesktopItem>;
