import { describe, expect, it } from 'vitest';
import * as c from './constants.ts';
import { AI_THRESHOLDS, NETWORK, PAGE_SIZES, TIMERS_MS, WINDOW } from './constants.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** Every row of the product's constants: its wording in the specification, the value in code, the expected value. */
const rows: readonly (readonly [string, unknown, unknown])[] = [
  ['CONST-01 file name 128 bytes', c.NAME_LIMITS.fileBytes, 128],
  ['CONST-02 folder name 64 characters', c.NAME_LIMITS.folderCharacters, 64],
  ['CONST-03 batch format 64', c.NAME_LIMITS.batchFormatCharacters, 64],
  ['CONST-04 protected name 240 bytes', c.NAME_LIMITS.protectedBytes, 240],
  ['CONST-05 path 254', c.NAME_LIMITS.path, 254],
  ['CONST-06 listing 500', PAGE_SIZES.listing, 500],
  ['CONST-07 search 50', PAGE_SIZES.search, 50],
  ['CONST-08 messages 100', PAGE_SIZES.messages, 100],
  ['CONST-09 offline tasks 100', PAGE_SIZES.offlineTasks, 100],
  ['CONST-10 album watch list 255', PAGE_SIZES.albumWatch, 255],
  ['CONST-11 cloud drive 500', PAGE_SIZES.cloudDrive, 500],
  ['CONST-12 recent tasks 50', PAGE_SIZES.recentTasks, 50],
  ['CONST-13 photos 100', PAGE_SIZES.photos, 100],
  ['CONST-14 window minimum', [WINDOW.minWidth, WINDOW.minHeight], [800, 450]],
  ['CONST-15 window top', WINDOW.top, 40],
  ['CONST-16 z base', WINDOW.zBase, 500],
  ['CONST-17 window default', [WINDOW.width, WINDOW.height, WINDOW.x, WINDOW.y], [1280, 720, 100, 64]],
  ['CONST-18 dialog widths', c.DIALOG_WIDTHS, [400, 480, 550, 600, 625, 630, 720, 725, 750, 880]],
  ['CONST-19 plugin poll 5 s', TIMERS_MS.pluginPoll, 5000],
  ['CONST-20 after an action 4 s', TIMERS_MS.afterAction, 4000],
  ['CONST-21 upgrade refresh 1 s', TIMERS_MS.upgradeRefresh, 1000],
  ['CONST-22 reboot redirect 3 s', TIMERS_MS.rebootRedirect, 3000],
  ['CONST-23 polls 60 s', [TIMERS_MS.tasks, TIMERS_MS.messages, TIMERS_MS.loginCheck], [60_000, 60_000, 60_000]],
  ['CONST-24 status 5 s, 180 samples are 15 minutes', [TIMERS_MS.status, c.MAX_STATUS_SAMPLES], [5000, (15 * 60) / 5]],
  ['CONST-25 key renewal 3600 s', TIMERS_MS.keyRenewal, 3_600_000],
  ['CONST-26 Enter debounce 500 ms', TIMERS_MS.enterDebounce, 500],
  ['CONST-27 one upload', c.CONCURRENCY.upload, 1],
  ['CONST-28 ten downloads', c.CONCURRENCY.download, 10],
  ['CONST-29 counted interfaces', c.MONITORED_INTERFACES, ['eth0', 'eth1', 'wlan0']],
  ['CONST-30 speed unit switches at 1 MB', c.MB_SPEED_THRESHOLD_BYTES, MB],
  ['CONST-31 size units', c.SIZE_UNITS, ['B', 'KB', 'MB', 'GB', 'TB']],
  [
    'CONST-32 share',
    c.SHARE_LIMITS,
    { files: 20, daysMin: 1, daysMax: 255, daysDefault: 3, codeDigits: 4, noCode: '0000' },
  ],
  ['CONST-33 download 50,000,000 bytes', c.DOWNLOAD_LIMIT_BYTES, 50_000_000],
  ['CONST-34 preview', [c.PREVIEW_LIMIT_BYTES, c.PREVIEW_HARD_LIMIT_BYTES], [10_485_760, 1_073_741_824]],
  ['CONST-35 remote ports', NETWORK.remotePort, { min: 10000, max: 20000 }],
  ['CONST-36 public ports', c.TUNNEL.ports, { min: 10000, max: 50000 }],
  ['CONST-37 whitelist 5', NETWORK.whitelistMax, 5],
  ['CONST-38 mirrors 5', c.MAX_ENTRIES_BY_KIND.mirrors, 5],
  ['CONST-39 registries 5', c.MAX_ENTRIES_BY_KIND.registries, 5],
  ['CONST-40 wireless 20', NETWORK.wifiMax, 20],
  ['CONST-41 users 20', c.MAX_ENTRIES_BY_KIND.boundUsers, 20],
  ['CONST-42 sync directories 10', c.MAX_ENTRIES_BY_KIND.syncDirectories, 10],
  ['CONST-43 domains 1 free of 3', [c.TUNNEL.domainsFree, c.TUNNEL.domainsMax], [1, 3]],
  ['CONST-44 exchange code 8', c.TUNNEL.exchangeCodeLength, 8],
  ['CONST-45 safe password 6 to 10', c.AREA_PASSWORD_LENGTH, { min: 6, max: 10 }],
  ['CONST-46 feedback 4 of 2 MB', [c.FEEDBACK.images, c.FEEDBACK.imageBytes], [4, 2 * MB]],
  ['CONST-47 cloud-drive uploads 4, 10, 20 GB', c.CLOUD_DRIVE_UPLOAD_LIMITS_BYTES, [4 * GB, 10 * GB, 20 * GB]],
  [
    'CONST-48 cloud drive hourly, one at a time',
    [c.CLOUD_DRIVE_SYNC_INTERVAL_MS, c.CONCURRENCY.cloudDrive],
    [3_600_000, 1],
  ],
  ['CONST-49 free plan 1 GB', c.TUNNEL.freeFlowBytes, GB],
  ['CONST-50 bandwidths', c.TUNNEL.bandwidths, [5, 10, 15, 0]],
  ['CONST-51 container space', c.CONTAINER_SPACE, { bytes: 10 * GB, keepFree: 0.2 }],
  ['CONST-52 virtual host', c.VIRTUAL_HOST, { memory: 512 * MB, disk: 100 * GB }],
  ['CONST-53 seeding', c.SEEDING, { ratio: 1, minutes: 0 }],
  ['CONST-54 thresholds', Object.values(AI_THRESHOLDS), [0.36, 0.5, 0.8, 0.34]],
  ['CONST-55 ext4 reserve 5 %', c.EXT4_RESERVED_FRACTION, 0.05],
  ['CONST-56 Samba ports', NETWORK.sambaPorts, [445, 139]],
  ['CONST-57 web port', NETWORK.webPort, 6900],
  ['CONST-58 fan temperature', c.FAN_TEMPERATURE_MILLIDEGREES, 75_000],
  ['CONST-59 default mount', c.mountDirectory(3), '/mnt/usb3'],
  ['CONST-60 computer backup 5 minutes', c.BACKUP_SCAN_AGE_SECONDS, 300],
  ['CONST-61 more than 100 kinds', c.MIN_OBJECT_KINDS, 100],
  ['CONST-62 user root', c.userRoot('ann'), '/mnt/usb1/ann'],
  ['CONST-63 trash', c.BOX_PATHS.trash, '.Trash'],
  ['CONST-64 safe', c.BOX_PATHS.safe, '.safebox'],
  ['CONST-65 private', c.BOX_PATHS.private, '.safe_home'],
  ['CONST-66 friends', c.BOX_PATHS.friends, '.share2me'],
  ['CONST-67 external', c.BOX_PATHS.external, '/mnt/extdev'],
  ['CONST-68 first USB', c.BOX_PATHS.firstUsb, '/mnt/usb1/'],
  ['CONST-69 access points', [c.BOX_PATHS.cloudDriveMount, c.BOX_PATHS.safeMount], ['/mnt/clouddrive', '/mnt/safebox']],
  ['CONST-70 device type', c.BROWSER_DEVICE_TYPE, 'web'],
  ['CONST-71 relay query', c.RELAY_QUERY, ['host', 'auth']],
  [
    'CONST-72 firmware',
    c.MIN_FIRMWARE,
    { photos: { N2: 1018, N3: 13, G2: 1 }, movies: { N2: 1022, N3: 25, G2: 1 }, thirdParty: { N2: 0, N3: 11, G2: 1 } },
  ],
  ['CONST-73 random text 32', c.RANDOM_TEXT_LENGTH, 32],
  ['CONST-74 tab codes', Object.values(c.ROOT), [1, 2, 3, 4, 5, 8, 9]],
  ['CONST-75 time format', c.TIME_FORMAT, 'YYYY-MM-DD HH:mm:ss'],
  ['CONST-76 archive suffixes', c.ARCHIVE_SUFFIXES, ['zip', 'tar', 'tar.gz']],
  ['CONST-77 lazy chunk', TIMERS_MS.lazyChunk, 120_000],
  ['CONST-78 remove', TIMERS_MS.removeRequest, 30_000],
  ['CONST-79 service ports', Object.values(NETWORK.servicePorts), [80, 6800, 20223, 20242, 20254]],
  ['CONST-80 architecture', c.ARCHITECTURE, { N2: 'rk3566', N3: 'rk3566', G2: 'x86' }],
  ['CONST-81 product', c.PRODUCT, { version: '1.0.7 beta', models: ['N2', 'N3', 'G2'] }],
  ['CONST-82 opener defaults', [WINDOW.visible, WINDOW.onTop], [true, true]],
  [
    'CONST-83 named dialogs',
    c.DIALOGS,
    {
      compress: 600,
      rename: 480,
      cloudPicker: 625,
      directorySelector: 725,
      directoryList: { width: 620, height: 360 },
      webDriveNotice: 720,
    },
  ],
  ['CONST-84 labels 500', PAGE_SIZES.labels, 500],
  ['CONST-85 active downloads 100', PAGE_SIZES.activeDownloads, 100],
];

describe('constants', () => {
  it.each(rows)('%s', (_, value, expected) => {
    expect(value).toEqual(expected);
  });

  it('has every row of the product', () => {
    const ids = rows.map(([name]) => Number(name.slice(6, 8)));
    expect(ids).toEqual(Array.from({ length: 85 }, (_, i) => i + 1));
  });
});
