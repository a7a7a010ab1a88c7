import type { TypeOf } from '@boxwood/command-bus/codecs';
import { int, intBetween, matching, oneOf, str, struct, text, where, essential } from '@boxwood/command-bus/codecs';

/** Models that can mount network storage (MOUNT-07). */
export const MOUNT_MODELS = ['N3', 'G2'] as const;

/** Kinds of network storage. */
export const MountKind = oneOf(['smb', 'nfs', 'webdav', 'ftp']);
export type MountKind = TypeOf<typeof MountKind>;

/** The port that a kind of network storage usually has (P-12); WebDAV over https. */
export const DEFAULT_MOUNT_PORTS: Readonly<Record<MountKind, number>> = { smb: 445, nfs: 2049, webdav: 443, ftp: 21 };

/**
 * Network storage (MOUNT-01): `mntpoint` is the remote share, `mntdir` its local name, `status` `mounted`, `unmounted` or `error`.
 * The password is never told: it is empty in replies.
 */
export const NetMount = struct(
  {
    /** Names it in other calls. */
    id: essential(str),
    /** `smb`, `nfs`, `webdav` or `ftp`. */
    kind: str,
    /** Name or address of the machine. */
    addr: str,
    /** Its port. */
    port: int,
    /** Who signs in there. */
    user: str,
    /** Empty in replies. */
    password: str,
    /** The share over there. */
    mntpoint: str,
    /** Its name on the box. */
    mntdir: str,
    /** A note. */
    remark: str,
    /** `mounted`, `unmounted` or `error`. */
    status: str,
  },
  {
    /** Where WebDAV begins on the server. */
    path: str,
    /** Of WebDAV: `http` or `https`. */
    protocol: str,
    /** Why it is not mounted: what its server said, or a word of the catalogue (`mounts.silent`). Boxwood alone says it. */
    why: str,
  },
  'NetMount',
);
export type NetMount = TypeOf<typeof NetMount>;

/** Letters, digits, Chinese characters, underscore, hyphen (MOUNT-02). */
export const MountDirectory = matching('mount directory', /^[A-Za-z0-9\p{Script=Han}_-]{1,64}$/u);
/** Chinese characters, digits, letters and `. : - _ ( )` (MOUNT-03); may be empty. */
export const MountRemark = matching('mount remark', /^[A-Za-z0-9\p{Script=Han}.:\-_()]{0,64}$/u);

/** Network storage to be mounted; WebDAV needs `protocol` and a `path` that begins with a slash (MOUNT-06). */
export const NetMountChange = where(
  'NetMount to be written',
  struct(
    {
      kind: MountKind,
      /** Name or address of the machine. */
      addr: matching('address', /^[^\s/]{1,255}$/),
      /** Its port; `DEFAULT_MOUNT_PORTS` has the usual ones. */
      port: intBetween(1, 65_535),
      /** Who signs in there; empty: nobody. */
      user: text(0, 255),
      /** Empty: none, or the one that is kept when something is changed. */
      password: text(0, 1024),
      /** The share over there. */
      mntpoint: text(0, 1024),
      mntdir: MountDirectory,
      remark: MountRemark,
    },
    {
      /** Where WebDAV begins on the server; WebDAV alone needs it. */
      path: matching('path with a leading slash', /^\/.{0,1023}$/),
      /** Of WebDAV, which needs it. */
      protocol: oneOf(['http', 'https']),
    },
  ),
  (mount) => mount.kind !== 'webdav' || (mount.path !== undefined && mount.protocol !== undefined),
);
export type NetMountChange = TypeOf<typeof NetMountChange>;
