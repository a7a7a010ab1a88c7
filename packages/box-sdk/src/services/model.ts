import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, flag, int, list, str, struct, essential } from '@boxwood/command-bus/codecs';

/** A user of SMB or WebDAV (B26, B27): `dirs` are the box folders that user sees, empty for the defaults (P-28). */
export const ServiceUser = struct(
  {
    /** For SMB or WebDAV alone; no user of the box. */
    name: essential(str),
    /** 1: may not write. */
    readonly: flag,
    /** 0: cannot sign in. */
    enable: flag,
    /** Folders of the box that the user sees; empty: the defaults. */
    dirs: list(str, 100),
  },
  {},
  'ServiceUser',
);
export type ServiceUser = TypeOf<typeof ServiceUser>;

/** A page of service users. */
export const ServiceUserPage = struct(
  {
    /** How many there are on all pages. */
    total: bytes,
    /** Those of this page. */
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
    /** Where it listens, 445 and 139. */
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
    /** Where it listens. */
    port: int,
  },
  {},
  'WebdavStatus',
);
export type WebdavStatus = TypeOf<typeof WebdavStatus>;

/** Whether anybody may read (and write) the public folder over SMB without a name. */
export const SmbAnonymous = struct(
  {
    /** 1: anybody may come in without a name. */
    enable: flag,
    /** 1: nobody without a name may write. */
    readonly: flag,
    /** The folder that is seen. */
    path: str,
  },
  {},
  'SmbAnonymous',
);
export type SmbAnonymous = TypeOf<typeof SmbAnonymous>;
