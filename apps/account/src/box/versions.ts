import type { VersionInfo } from '@boxwood/account-sdk';

/** The release of the product that people see (PROD-19). */
const RELEASE = '1.0.7 beta';

const newest: readonly string[] = [
  'Folders of any size open at once: the box sorts and pages its listings',
  'Uploads go on where they stopped, also after a restart of the box',
  'Every change to files can be undone and redone',
  'Encrypted files open at any place without waiting',
  'The box is reached from outside without opening a port at home',
];
/** Not on N2 (ROLE-12). */
const archives = 'Archives are packed and unpacked, hostile ones refused before they touch the disk';
const fixes: readonly string[] = ['Sign-in tries are limited', 'Thumbnails appear faster'];
const first: readonly string[] = ['First release: files, users, sharing, offline sign-in'];

const info = (Version: string, VersionName: string, Description: readonly string[]): VersionInfo => ({
  Version,
  VersionName,
  Description: [...Description],
});

/**
 * Firmware by model and what is new in it. The models count on their own (G-36); the plugins ask for 1018, 13 and 1 (photos) or
 * 1022, 25 and 1 (movies). The last one of each is what this release's box reports.
 */
export const versions: Readonly<Record<'N2' | 'N3' | 'G2', readonly VersionInfo[]>> = {
  N2: [info('1.0.1000', '1.0.0', first), info('1.0.1018', '1.0.5', fixes), info('1.0.1022', RELEASE, newest)],
  N3: [info('1.0.1', '1.0.0', first), info('1.0.13', '1.0.5', fixes), info('1.0.25', RELEASE, [...newest, archives])],
  G2: [info('1.0.1', '1.0.0', first), info('1.0.7', RELEASE, [...newest, archives])],
};
