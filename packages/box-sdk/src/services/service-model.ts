import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, flag, int, list, str, struct, essential } from '@boxwood/command-bus/codecs';

/**
 * A user of SMB or WebDAV (B26, B27): `dirs` are the box folders visible to that user, empty for the defaults (P-28).
 */
export const ServiceUser = struct(
  {
    /** Name of an SMB or WebDAV user, not of a box user. */
    name: essential(str),
    /** 1: may not write. */
    readonly: flag,
    /** 0: cannot sign in. */
    enable: flag,
    /** Box folders visible to the user; empty: the defaults. */
    dirs: list(str, 100),
  },
  {},
  'ServiceUser',
);
export type ServiceUser = TypeOf<typeof ServiceUser>;

/** A page of service users. */
export const ServiceUserPage = struct(
  {
    /** Number of entries on all pages. */
    total: bytes,
    /** Entries on this page. */
    list: list(ServiceUser, 500),
  },
  {},
  'ServiceUserPage',
);
export type ServiceUserPage = TypeOf<typeof ServiceUserPage>;

/** Whether SMB runs, and on which ports (445 and 139). */
export const SmbStatus = struct(
  {
    /** 1: it runs. */
    enable: flag,
    /** Listening ports, 445 and 139. */
    ports: list(int, 8),
  },
  {},
  'SmbStatus',
);
export type SmbStatus = TypeOf<typeof SmbStatus>;

/** Whether WebDAV runs, and on which port. */
export const WebdavStatus = struct(
  {
    /** 1: it runs. */
    enable: flag,
    /** Listening port. */
    port: int,
  },
  {},
  'WebdavStatus',
);
export type WebdavStatus = TypeOf<typeof WebdavStatus>;

/** Anonymous read (and write) access to the public folder over SMB. */
export const SmbAnonymous = struct(
  {
    /** 1: anonymous access is allowed. */
    enable: flag,
    /** 1: anonymous users may not write. */
    readonly: flag,
    /** The shared folder. */
    path: str,
  },
  {},
  'SmbAnonymous',
);
export type SmbAnonymous = TypeOf<typeof SmbAnonymous>;
