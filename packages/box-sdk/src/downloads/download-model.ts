import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  epochSeconds,
  int,
  list,
  matching,
  num,
  oneOf,
  str,
  struct,
  text,
  where,
  wirePath,
  essential,
} from '@boxwood/command-bus/codecs';

/** Number of active downloads read at once (OFFLINE-11, CONST-85). */
export const ACTIVE_DOWNLOADS = 100;

/** States of a download (OFFLINE-10). */
export const DOWNLOAD_STATES = ['active', 'waiting', 'paused', 'error', 'complete', 'removed'] as const;
export type DownloadState = (typeof DOWNLOAD_STATES)[number];

/** Id assigned by the downloader; Boxwood uses 16 hexadecimal digits. */
export const DownloadId = matching('download id', /^[\w-]{1,64}$/);

/** Source of a download (OFFLINE-01): an http, https, ftp or magnet address, or a torrent file on the box. */
export const DownloadSource = where('address or torrent path', text(1, 8192), (source) =>
  /^(?:https?:\/\/|ftp:\/\/|magnet:\?)\S+$/i.test(source) ? true : wirePath.is(source) && /\.torrent$/i.test(source),
);

/** Maximum size of an uploaded torrent file in bytes (P-05). */
export const MAX_TORRENT_BYTES = 2 * 1024 * 1024;

/** A torrent file as base64 text. */
export const TorrentText = where(
  'torrent as base64',
  matching('base64', /^[A-Za-z0-9+/]+={0,2}$/),
  (content) => content.length % 4 === 0 && (content.length / 4) * 3 <= MAX_TORRENT_BYTES + 2,
);

/**
 * A download (OFFLINE-03): sizes in bytes, speeds in bytes per second, `ratio` uploaded to size, `seedtime` in minutes,
 * `error` the downloader's error number with its message in `msg`, `ctime` in epoch seconds. `kind` is `url` or
 * `torrent`, `status` a {@link DownloadState}.
 */
export const DownloadItem = struct(
  {
    /** Id of the download, used in other calls. */
    id: essential(str),
    /** Name of the file or folder. */
    name: str,
    /** `url` or `torrent`. */
    kind: str,
    /** Source address. */
    source: str,
    /** Target folder on the box. */
    dir: str,
    /** One of `DOWNLOAD_STATES`. */
    status: str,
    /** Total size in bytes. */
    total: bytes,
    /** Bytes downloaded so far. */
    completed: bytes,
    /** Download speed in bytes per second. */
    speed: bytes,
    /** Upload speed in bytes per second. */
    upspeed: bytes,
    /** Bytes uploaded. */
    uploaded: bytes,
    /** `uploaded` to `total`. */
    ratio: num,
    /** Minutes of seeding. */
    seedtime: num,
    /** Error number of the downloader; 0: no error. */
    error: int,
    /** Error message, or empty. */
    msg: str,
    /** Created, epoch seconds. */
    ctime: epochSeconds,
  },
  {},
  'DownloadItem',
);
export type DownloadItem = TypeOf<typeof DownloadItem>;
/** A page of downloads. */
export const DownloadList = struct({
  /** The requested downloads. */
  list: list(DownloadItem),
});

/**
 * The downloader's options (OFFLINE-04 to OFFLINE-09): target folder, limits in bytes per second (0 none), number of
 * concurrent downloads, trackers as a comma-separated list, and when seeding ends: at `seed_ratio`, or after
 * `seed_time` minutes when that is above 0.
 */
export const DownloaderOptions = struct(
  {
    /** Target folder of downloads. */
    dir: str,
    /** Bytes per second, 0 without a limit. */
    max_overall_download_limit: bytes,
    /** Bytes per second, 0 without a limit. */
    max_overall_upload_limit: bytes,
    /** Number of concurrent downloads. */
    max_concurrent_downloads: bytes,
    /** Trackers, comma-separated. */
    bt_tracker: str,
    /** Seeding ends at this ratio of uploaded bytes to size. */
    seed_ratio: num,
    /** Seeding ends after this many minutes, if above 0. */
    seed_time: num,
  },
  {},
  'DownloaderOptions',
);
export type DownloaderOptions = TypeOf<typeof DownloaderOptions>;

/** Default options; `dir` is the caller's own folder `Download`. */
export const DEFAULT_DOWNLOADER_OPTIONS: Omit<DownloaderOptions, 'dir'> = {
  max_overall_download_limit: 0,
  max_overall_upload_limit: 0,
  max_concurrent_downloads: 10,
  bt_tracker: '',
  seed_ratio: 1,
  seed_time: 0,
};

const WHOLE_NUMBER = /^(?:0|[1-9][0-9]{0,11})$/;
const DECIMAL_NUMBER = /^(?:0|[1-9][0-9]{0,5})(?:\.[0-9]{1,3})?$/;
const OPTION_VALIDATORS: Readonly<Record<keyof DownloaderOptions, (value: string) => boolean>> = {
  dir: (value) => wirePath.is(value),
  max_overall_download_limit: (value) => WHOLE_NUMBER.test(value),
  max_overall_upload_limit: (value) => WHOLE_NUMBER.test(value),
  max_concurrent_downloads: (value) => WHOLE_NUMBER.test(value) && Number(value) >= 1 && Number(value) <= 100,
  bt_tracker: (value) =>
    value === '' || value.split(',').every((tracker) => /^(?:https?|udp|wss?):\/\/\S+$/i.test(tracker)),
  seed_ratio: (value) => DECIMAL_NUMBER.test(value),
  seed_time: (value) => WHOLE_NUMBER.test(value),
};

/**
 * One option by name with its value as text (B85, G-37); the value has to match the option. The list is closed,
 * although the specification names no options, because some downloader options run programs.
 */
export const DownloaderOption = where(
  'option name with a suitable value',
  struct({
    /** Name of the option. Other options are refused, because some of them run programs. */
    name: oneOf([
      'dir',
      'max_overall_download_limit',
      'max_overall_upload_limit',
      'max_concurrent_downloads',
      'bt_tracker',
      'seed_ratio',
      'seed_time',
    ]),
    /** Value as text, see `DownloaderOptions`. */
    value: text(0, 65_536),
  }),
  (option) => OPTION_VALIDATORS[option.name](option.value),
);
export type DownloaderOption = TypeOf<typeof DownloaderOption>;
