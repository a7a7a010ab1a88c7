/** Which models mount network storage, and how (area MOUNT); what its form holds is in `form.ts`, apart: every page asks for this, and few for that. */
import type { BoxModel } from '@boxwood/command-bus';

export type MountKind = 'smb' | 'nfs' | 'webdav' | 'ftp';

/** MOUNT-07, ROLE-12. */
export const hasNetworkMounts = (model: BoxModel): boolean => model !== 'N2';

/** The usual port of a kind (P-12). */
export const usualPort = (kind: MountKind, protocol: 'http' | 'https' = 'https'): number =>
  ({ smb: 445, nfs: 2049, ftp: 21, webdav: protocol === 'http' ? 80 : 443 })[kind];
