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

/** How many active downloads are read at once (OFFLINE-11, CONST-85). */
export const ACTIVE_DOWNLOADS = 100;

/** States of a download (OFFLINE-10). */
export const DOWNLOAD_STATES = ['active', 'waiting', 'paused', 'error', 'complete', 'removed'] as const;
export type DownloadState = (typeof DOWNLOAD_STATES)[number];

/** An id as the downloader gives it; ours are 16 hexadecimal digits. */
export const DownloadId = matching('download id', /^[\w-]{1,64}$/);

/** What can be fetched (OFFLINE-01): an http, https, ftp or magnet address, or a torrent file on the box. */
export const DownloadSource = where('address or torrent path', text(1, 8192), (source) =>
  /^(?:https?:\/\/|ftp:\/\/|magnet:\?)\S+$/i.test(source) ? true : wirePath.is(source) && /\.torrent$/i.test(source),
);

/** Most bytes of a torrent file that is sent along (P-05). */
export const MAX_TORRENT_BYTES = 2 * 1024 * 1024;

/** A torrent file as base64 text. */
export const TorrentText = where(
  'torrent as base64',
  matching('base64', /^[A-Za-z0-9+/]+={0,2}$/),
  (content) => content.length % 4 === 0 && (content.length / 4) * 3 <= MAX_TORRENT_BYTES + 2,
);

/**
 * A download (OFFLINE-03): sizes in bytes, speeds in bytes per second, `ratio` uploaded to size, `seedtime` in minutes, `error` the
 * downloader's number with its words in `msg`, `ctime` in epoch seconds. `kind` is `url` or `torrent`, `status` a
 * {@link DownloadState}.
 */
export const DownloadItem = struct(
  {
    /** Names the download in other calls. */
    id: essential(str),
    /** Of the file or folder. */
    name: str,
    /** `url` or `torrent`. */
    kind: str,
    /** Where it comes from. */
    source: str,
    /** The folder of the box that it goes to. */
    dir: str,
    /** As `DOWNLOAD_STATES`. */
    status: str,
    /** Bytes of all. */
    total: bytes,
    /** Bytes that are here. */
    completed: bytes,
    /** Bytes per second that come. */
    speed: bytes,
    /** Bytes per second that are given on. */
    upspeed: bytes,
    /** Bytes that were given on. */
    uploaded: bytes,
    /** `uploaded` to `total`. */
    ratio: num,
    /** Minutes that it was given on. */
    seedtime: num,
    /** Number of the downloader; 0 none. */
    error: int,
    /** Words for it, or empty. */
    msg: str,
    /** Made, epoch seconds. */
    ctime: epochSeconds,
  },
  {},
  'DownloadItem',
);
export type DownloadItem = TypeOf<typeof DownloadItem>;
/** A page of downloads. */
export const DownloadList = struct({
  /** Those that were asked for. */
  list: list(DownloadItem),
});

/**
 * The downloader's options (OFFLINE-04 to OFFLINE-09): where files go, limits in bytes per second (0 none), downloads at a time,
 * trackers as a comma list, and when seeding ends: at `seed_ratio`, or after `seed_time` minutes when that is above 0.
 */
export const DownloaderOptions = struct(
  {
    /** The folder that downloads go to. */
    dir: str,
    /** Bytes per second, 0 without a limit. */
    max_overall_download_limit: bytes,
    /** Bytes per second, 0 without a limit. */
    max_overall_upload_limit: bytes,
    /** Downloads at a time. */
    max_concurrent_downloads: bytes,
    /** Trackers, with commas between. */
    bt_tracker: str,
    /** Giving on ends when so many times the size was given. */
    seed_ratio: num,
    /** Giving on ends after so many minutes, when above 0. */
    seed_time: num,
  },
  {},
  'DownloaderOptions',
);
export type DownloaderOptions = TypeOf<typeof DownloaderOptions>;

/** The options of a new box; `dir` is the caller's own folder `Download`. */
export const DEFAULT_DOWNLOADER_OPTIONS: Omit<DownloaderOptions, 'dir'> = {
  max_overall_download_limit: 0,
  max_overall_upload_limit: 0,
  max_concurrent_downloads: 10,
  bt_tracker: '',
  seed_ratio: 1,
  seed_time: 0,
};

const WHOLE = /^(?:0|[1-9][0-9]{0,11})$/;
const DECIMAL = /^(?:0|[1-9][0-9]{0,5})(?:\.[0-9]{1,3})?$/;
const optionFits: Readonly<Record<keyof DownloaderOptions, (value: string) => boolean>> = {
  dir: (value) => wirePath.is(value),
  max_overall_download_limit: (value) => WHOLE.test(value),
  max_overall_upload_limit: (value) => WHOLE.test(value),
  max_concurrent_downloads: (value) => WHOLE.test(value) && Number(value) >= 1 && Number(value) <= 100,
  bt_tracker: (value) => value === '' || value.split(',').every((one) => /^(?:https?|udp|wss?):\/\/\S+$/i.test(one)),
  seed_ratio: (value) => DECIMAL.test(value),
  seed_time: (value) => WHOLE.test(value),
};

/**
 * One option by name with its value as text (B85, G-37); the value has to suit the name. Closed, although the specification names no options: a
 * downloader has some that run programs.
 */
export const DownloaderOption = where(
  'option name with a suitable value',
  struct({
    /** Which option; others of the downloader run programs, and are refused. */
    name: oneOf([
      'dir',
      'max_overall_download_limit',
      'max_overall_upload_limit',
      'max_concurrent_downloads',
      'bt_tracker',
      'seed_ratio',
      'seed_time',
    ]),
    /** Its value as text, as `DownloaderOptions` says of each. */
    value: text(0, 65_536),
  }),
  (option) => optionFits[option.name](option.value),
);
export type DownloaderOption = TypeOf<typeof DownloaderOption>;
