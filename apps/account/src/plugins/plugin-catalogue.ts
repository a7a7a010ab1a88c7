import type { OnlinePlugin } from '@boxwood/account-sdk';

const ANY_FIRMWARE = { N2: 0, N3: 0, G2: 0 };
/** Minimum firmware of CONST-72: the movie index, and services of type 1. */
const MOVIE_FIRMWARE = { N2: 1022, N3: 25, G2: 1 };
const THIRD_PARTY_FIRMWARE = { N2: 0, N3: 11, G2: 1 };

type PluginInput = Pick<OnlinePlugin, 'appKey' | 'appName' | 'appDesc' | 'newVer'> &
  Partial<Pick<OnlinePlugin, 'basic' | 'type' | 'minVer' | 'confKeep' | 'cls'>>;
const plugin = ({
  basic = 'N',
  type = 0,
  minVer = ANY_FIRMWARE,
  confKeep = 'Y',
  cls = 'official',
  ...own
}: PluginInput): OnlinePlugin => ({
  ...own,
  appTar: `${own.appKey}.tar.gz`,
  basic,
  type,
  img: '',
  minVer,
  confKeep,
  detail: { version: own.newVer },
  cls,
});
const thirdParty = (own: PluginInput) =>
  plugin({ type: 1, minVer: THIRD_PARTY_FIRMWARE, confKeep: 'N', cls: 'community', ...own });

/** The plugins of the provider (PLUGIN-02). Basic services cannot be stopped or removed (G-36). */
export const plugins: readonly OnlinePlugin[] = [
  plugin({
    appKey: 'tstask',
    appName: 'Task scheduler',
    appDesc: 'Copies, moves, packs and encrypts in the background',
    newVer: '1.2.0',
    basic: 'Y',
  }),
  plugin({
    appKey: 'disktool',
    appName: 'Disk tools',
    appDesc: 'Disks, partitions, health',
    newVer: '1.1.0',
    basic: 'Y',
  }),
  plugin({
    appKey: 'fanotify_client',
    appName: 'File index',
    appDesc: 'Watches folders and keeps listings fast',
    newVer: '1.1.0',
    basic: 'Y',
  }),
  plugin({
    appKey: 'fileshare',
    appName: 'Sharing',
    appDesc: 'Links for people without an account',
    newVer: '1.0.4',
    basic: 'Y',
  }),
  plugin({ appKey: 'web', appName: 'Desktop', appDesc: 'The desktop in the browser', newVer: '1.0.7', basic: 'Y' }),
  plugin({
    appKey: 'slpmdb',
    appName: 'Photo and movie index',
    appDesc: 'Albums, faces, places, movies',
    newVer: '2.0.1',
    minVer: MOVIE_FIRMWARE,
  }),
  plugin({ appKey: 'nattp', appName: 'NAT service', appDesc: 'Public ports that lead to the box', newVer: '1.0.2' }),
  plugin({
    appKey: 'inner_nattp',
    appName: 'Remote connection',
    appDesc: 'Reaches the desktop from anywhere',
    newVer: '1.0.2',
  }),
  plugin({ appKey: 'bdyptask', appName: 'Baidu tasks', appDesc: 'Transfers with Baidu Netdisk', newVer: '1.0.3' }),
  thirdParty({ appKey: 'alist', appName: 'AList', appDesc: 'Lists the files of many cloud drives', newVer: '3.45.0' }),
  thirdParty({
    appKey: 'clouddrive2',
    appName: 'CloudDrive2',
    appDesc: 'Mounts cloud drives as folders',
    newVer: '0.8.11',
  }),
  thirdParty({ appKey: 'qbittorrent', appName: 'qBittorrent', appDesc: 'BitTorrent client', newVer: '5.0.4' }),
  thirdParty({ appKey: 'qinglong', appName: 'Qinglong', appDesc: 'Runs scripts on a schedule', newVer: '2.19.0' }),
];
