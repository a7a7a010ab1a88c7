import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, flag, int, list, str, struct, essential } from '@boxwood/command-bus/codecs';

/** A user of SMB or WebDAV (B26, B27): `dirs` are the box folders that user sees, empty for the defaults (P-28). */
export const ServiceUser = struct(
  { name: essential(str), readonly: flag, enable: flag, dirs: list(str, 100) },
  {},
  'ServiceUser',
);
export type ServiceUser = TypeOf<typeof ServiceUser>;

/** A page of service users. */
export const ServiceUserPage = struct({ total: bytes, list: list(ServiceUser, 500) }, {}, 'ServiceUserPage');
export type ServiceUserPage = TypeOf<typeof ServiceUserPage>;

/** Whether SMB runs, and on which ports (445 and 139). */
export const SmbStatus = struct({ enable: flag, ports: list(int, 8) }, {}, 'SmbStatus');
export type SmbStatus = TypeOf<typeof SmbStatus>;

/** Whether WebDAV runs, and on which port. */
export const WebdavStatus = struct({ enable: flag, port: int }, {}, 'WebdavStatus');
export type WebdavStatus = TypeOf<typeof WebdavStatus>;

/** Whether anybody may read (and write) the public folder over SMB without a name. */
export const SmbAnonymous = struct({ enable: flag, readonly: flag, path: str }, {}, 'SmbAnonymous');
export type SmbAnonymous = TypeOf<typeof SmbAnonymous>;
