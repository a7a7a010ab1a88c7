/**
 * Every number, name and limit of section 9 of the product specification, under the ids CONST-01 to CONST-85. Rules and
 * screens import them from here. Values shared with the account service come from the command bus.
 */
import { FEEDBACK, RANDOM_TEXT_LENGTH, TUNNEL } from '@boxwood/command-bus/rules';

const KB = 1024;
const MB = KB * KB;
const GB = KB * MB;

/**
 * CONST-01 to CONST-05: `fileBytes` and `protectedBytes` in bytes as the product counts them (VALID-03),
 * `folderCharacters` and `batchFormatCharacters` in characters, `path` in bytes over the whole path.
 */
export const NAME_LIMITS = {
  fileBytes: 128,
  folderCharacters: 64,
  batchFormatCharacters: 64,
  protectedBytes: 240,
  path: 254,
} as const;

/** CONST-06 to CONST-13, CONST-84, CONST-85: number of entries per request. */
export const PAGE_SIZES = {
  listing: 500,
  search: 50,
  messages: 100,
  offlineTasks: 100,
  albumWatch: 255,
  cloudDrive: 500,
  recentTasks: 50,
  photos: 100,
  labels: 500,
  activeDownloads: 100,
  /** One item, for the existence check. */
  one: 1,
  /** No items, only the count. */
  countOnly: 0,
} as const;

/** CONST-14 to CONST-17, CONST-82: windows of the desktop. */
export const WINDOW = {
  minWidth: 800,
  minHeight: 450,
  top: 40,
  zBase: 500,
  width: 1280,
  height: 720,
  x: 100,
  y: 64,
  visible: true,
  onTop: true,
} as const;

/** CONST-18: the widths a dialog may have, in pixels. */
export const DIALOG_WIDTHS = [400, 480, 550, 600, 625, 630, 720, 725, 750, 880] as const;

/** CONST-83: widths of named dialogs and the list of the directory selector. */
export const DIALOGS = {
  compress: 600,
  rename: 480,
  cloudPicker: 625,
  directorySelector: 725,
  directoryList: { width: 620, height: 360 },
  webDriveNotice: 720,
} as const;

/** CONST-19 to CONST-26, CONST-77, CONST-78: intervals, delays and timeouts in milliseconds. */
export const TIMERS_MS = {
  pluginPoll: 5_000,
  afterAction: 4_000,
  upgradeRefresh: 1_000,
  rebootRedirect: 3_000,
  tasks: 60_000,
  messages: 60_000,
  loginCheck: 60_000,
  status: 5_000,
  keyRenewal: 3_600_000,
  enterDebounce: 500,
  lazyChunk: 120_000,
  removeRequest: 30_000,
} as const;

/** CONST-24: number of device status samples in memory (15 minutes). */
export const MAX_STATUS_SAMPLES = 180;

/** CONST-27, CONST-28, CONST-48: number of transfers that run at the same time. */
export const CONCURRENCY = { upload: 1, download: 10, cloudDrive: 1 } as const;

/** CONST-29: network interfaces included in traffic totals. */
export const MONITORED_INTERFACES = ['eth0', 'eth1', 'wlan0'] as const;

/** CONST-30: bytes per second above which an upload speed is printed in MB/s. */
export const MB_SPEED_THRESHOLD_BYTES = MB;

/** CONST-32: limits of shares. */
export const SHARE_LIMITS = {
  files: 20,
  daysMin: 1,
  daysMax: 255,
  daysDefault: 3,
  codeDigits: 4,
  noCode: '0000',
} as const;

/** CONST-33: largest download through the browser, in decimal bytes (G-59). */
export const DOWNLOAD_LIMIT_BYTES = 50_000_000;

/**
 * CONST-34, G-21: size limits in bytes for documents in the preview window, and for any file that is opened (such as a
 * pdf in a tab).
 */
export const PREVIEW_LIMIT_BYTES = 10 * MB;
export const PREVIEW_HARD_LIMIT_BYTES = GB;

/** CONST-35, CONST-37, CONST-40, CONST-56, CONST-57, CONST-79: ports and network limits. */
export const NETWORK = {
  remotePort: { min: 10000, max: 20000 },
  whitelistMax: TUNNEL.whitelistMax,
  wifiMax: 20,
  sambaPorts: [445, 139],
  webPort: 6900,
  servicePorts: { files: 80, downloader: 6800, documents: 20223, albums: 20242, tools: 20254 },
} as const;

/** CONST-36, CONST-43, CONST-44, CONST-49, CONST-50: tunnels and domains. */
export { TUNNEL };

/** CONST-38, CONST-39, CONST-41, CONST-42: maximum numbers of entries. */
export const MAX_ENTRIES_BY_KIND = { mirrors: 5, registries: 5, boundUsers: 20, syncDirectories: 10 } as const;

/** CONST-45, NET-09: lengths of area and service passwords. */
export const AREA_PASSWORD_LENGTH = { min: 6, max: 10 } as const;
export const SAMBA_PASSWORD_LENGTH = { min: 4, max: 10 } as const;

/** CONST-46. */
export { FEEDBACK };

/** CONST-47: largest cloud-drive upload in bytes by membership 0, 1, 2. */
export const CLOUD_DRIVE_UPLOAD_LIMITS_BYTES = [4 * GB, 10 * GB, 20 * GB] as const;
/** CONST-48: milliseconds between two cloud-drive synchronisations. */
export const CLOUD_DRIVE_SYNC_INTERVAL_MS = 3_600_000;

/**
 * CONST-51, CONST-52: space for containers and plugins, and for a virtual host, in bytes; `keepFree` is the fraction of
 * the disk that stays free.
 */
export const CONTAINER_SPACE = { bytes: 10 * GB, keepFree: 0.2 } as const;
export const VIRTUAL_HOST = { memory: 512 * MB, disk: 100 * GB } as const;

/** CONST-53: seeding ratio and time. */
export const SEEDING = { ratio: 1, minutes: 0 } as const;

/** CONST-54: recognition thresholds (G-38). */
export const AI_THRESHOLDS = { face_match: 0.36, face_detect: 0.5, face_quality: 0.8, object: 0.34 } as const;
/** CONST-61: recognition knows more than this number of object kinds. */
export const MIN_OBJECT_KINDS = 100;
/** G-38: face groups with at most this number of pictures stay hidden, unless the box configures another value. */
export const FACE_MIN_NUM = 3;

/** CONST-55: fraction of an ext4 volume that is reserved and not available to users. */
export const EXT4_RESERVED_FRACTION = 0.05;

/** CONST-58, G-48: default temperature of every fan slot, in millidegrees Celsius. */
export const FAN_TEMPERATURE_MILLIDEGREES = 75_000;

/** CONST-60: seconds since the last scan after which a computer backup scans again. */
export const BACKUP_SCAN_AGE_SECONDS = 300;

/**
 * CONST-59, CONST-62 to CONST-69, G-15: paths on the box. A value that ends in a slash is a prefix, to which a name is
 * appended.
 */
export const BOX_PATHS = {
  firstUsb: '/mnt/usb1/',
  external: '/mnt/extdev',
  network: '/mnt/netdev',
  shared: 'shared-files',
  trash: '.Trash',
  safe: '.safebox',
  private: '.safe_home',
  friends: '.share2me',
  myShares: 'my-shares',
  myImages: 'My Images',
  manualUpload: 'manual-upload',
  images: 'images',
  cloudDriveMount: '/mnt/clouddrive',
  safeMount: '/mnt/safebox',
} as const;
/** CONST-59: the default mount directory of the n-th volume. */
export const mountDirectory = (n: number): string => `/mnt/usb${n}`;
/** CONST-62: personal folder of a user on a volume, by default on the first one. */
export const userRoot = (user: string, volume: string = mountDirectory(1)): string => `${volume}/${user}`;

/** CONST-70: the device type of a browser. */
export const BROWSER_DEVICE_TYPE = 'web';

/** CONST-71: query values that mark access from the external network. */
export const RELAY_QUERY = ['host', 'auth'] as const;

/** CONST-72, G-36: lowest third number of the firmware version that a feature needs, by model; 0 means any. */
export const MIN_FIRMWARE = {
  photos: { N2: 1018, N3: 13, G2: 1 },
  movies: { N2: 1022, N3: 25, G2: 1 },
  thirdParty: { N2: 0, N3: 11, G2: 1 },
} as const;

/** CONST-73. */
export { RANDOM_TEXT_LENGTH };

/** CONST-74: numeric codes of the root places. */
export const ROOT = { personal: 1, public: 2, safe: 3, shared: 4, device: 5, private: 8, network: 9 } as const;

/** CONST-75: format of dates and times. */
export const TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';

/** CONST-76: archive formats that the box can create. */
export const ARCHIVE_SUFFIXES = ['zip', 'tar', 'tar.gz'] as const;
export type ArchiveSuffix = (typeof ARCHIVE_SUFFIXES)[number];

/** CONST-80: package folder by model. */
export const ARCHITECTURE = { N2: 'rk3566', N3: 'rk3566', G2: 'x86' } as const;

/** CONST-81. */
export const PRODUCT = { version: '1.0.7 beta', models: ['N2', 'N3', 'G2'] } as const;

/** CONST-31: size units, each 1024 times the one before. */
export const SIZE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
