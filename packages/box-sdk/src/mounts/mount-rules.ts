/**
 * Which models support network storage, and its default ports (area MOUNT). The form rules are in `mount-form.ts`,
 * because every page loads this module and few need the form.
 */
import type { BoxModel } from '@boxwood/command-bus';

export type MountKind = 'smb' | 'nfs' | 'webdav' | 'ftp';

/** MOUNT-07, ROLE-12: whether the model supports network storage. */
export const hasNetworkMounts = (model: BoxModel): boolean => model !== 'N2';

/** Default port of a kind (P-12). */
export const defaultMountPort = (kind: MountKind, protocol: 'http' | 'https' = 'https'): number =>
  ({ smb: 445, nfs: 2049, ftp: 21, webdav: protocol === 'http' ? 80 : 443 })[kind];
