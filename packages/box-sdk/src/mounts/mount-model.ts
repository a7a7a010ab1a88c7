import type { TypeOf } from '@boxwood/command-bus/codecs';
import { int, intBetween, matching, oneOf, str, struct, text, where, essential } from '@boxwood/command-bus/codecs';

/** Models that can mount network storage (MOUNT-07). */
export const MOUNT_MODELS = ['N3', 'G2'] as const;

/** Kinds of network storage. */
export const MountKind = oneOf(['smb', 'nfs', 'webdav', 'ftp']);
export type MountKind = TypeOf<typeof MountKind>;

/** Default port of each kind of network storage (P-12); WebDAV over https. */
export const DEFAULT_MOUNT_PORTS: Readonly<Record<MountKind, number>> = { smb: 445, nfs: 2049, webdav: 443, ftp: 21 };

/**
 * Network storage (MOUNT-01): `mntpoint` is the remote share, `mntdir` its local name, `status` `mounted`, `unmounted`
 * or `error`. The password is never returned: it is empty in replies.
 */
export const NetMount = struct(
  {
    /** Id used in other calls. */
    id: essential(str),
    /** `smb`, `nfs`, `webdav` or `ftp`. */
    kind: str,
    /** Host name or address of the server. */
    addr: str,
    /** Port of the server. */
    port: int,
    /** User name on the server. */
    user: str,
    /** Empty in replies. */
    password: str,
    /** Share on the server. */
    mntpoint: str,
    /** Local name on the box. */
    mntdir: str,
    /** A note. */
    remark: str,
    /** `mounted`, `unmounted` or `error`. */
    status: str,
  },
  {
    /** Root path of WebDAV on the server. */
    path: str,
    /** For WebDAV: `http` or `https`. */
    protocol: str,
    /**
     * Why it is not mounted: the message of the server, or a key of the message catalogue (`mounts.silent`). A Boxwood
     * extension.
     */
    why: str,
  },
  'NetMount',
);
export type NetMount = TypeOf<typeof NetMount>;

/** Letters, digits, Chinese characters, underscore, hyphen (MOUNT-02). */
export const MountDirectory = matching('mount directory', /^[A-Za-z0-9\p{Script=Han}_-]{1,64}$/u);
/** Chinese characters, digits, letters and `. : - _ ( )` (MOUNT-03); may be empty. */
export const MountRemark = matching('mount remark', /^[A-Za-z0-9\p{Script=Han}.:\-_()]{0,64}$/u);

/** Network storage to mount; WebDAV needs `protocol` and a `path` that begins with a slash (MOUNT-06). */
export const NetMountChange = where(
  'NetMount to be written',
  struct(
    {
      kind: MountKind,
      /** Host name or address of the server. */
      addr: matching('address', /^[^\s/]{1,255}$/),
      /** Port of the server; the defaults are `DEFAULT_MOUNT_PORTS`. */
      port: intBetween(1, 65_535),
      /** User name on the server; empty: anonymous. */
      user: text(0, 255),
      /** Empty: no password, or for a change the stored one. */
      password: text(0, 1024),
      /** Share on the server. */
      mntpoint: text(0, 1024),
      mntdir: MountDirectory,
      remark: MountRemark,
    },
    {
      /** Root path of WebDAV on the server; required for WebDAV only. */
      path: matching('path with a leading slash', /^\/.{0,1023}$/),
      /** Required for WebDAV. */
      protocol: oneOf(['http', 'https']),
    },
  ),
  (mount) => mount.kind !== 'webdav' || (mount.path !== undefined && mount.protocol !== undefined),
);
export type NetMountChange = TypeOf<typeof NetMountChange>;
