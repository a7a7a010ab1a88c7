/** URLs of files for `<img>`, `<video>`, downloads and scripts (G-10, FILES-59 to FILES-61, PREVIEW-05). */

/** Relay values of the external network, as query values `host` and `auth` (SDK-003). */
export interface RelayQuery {
  readonly host: string;
  readonly auth: string;
}

/** The common part of every file URL of a session. */
export interface FileUrlBase {
  /** The box API base, `http://192.168.1.20:6900`; without a slash at the end. */
  readonly base: string;
  /** The key from {@link GetFileKey}; empty for a box that needs none. */
  readonly key: string;
  /** Present on the external network only. */
  readonly relay?: RelayQuery | undefined;
}

/**
 * Widths of thumbnails in pixels. 2048 is our extension: a full-screen picture of formats that a browser cannot show
 * (SVG, TIFF).
 */
export const THUMB_WIDTHS = [64, 128, 256, 512, 2048] as const;
export type ThumbWidth = (typeof THUMB_WIDTHS)[number];

const NON_UTF8_BYTE = /((?<![\uD800-\uDBFF])[\uDC80-\uDCFF])/;

const escapeSegments = (text: string, escape: (segment: string) => string): string =>
  text
    .split(NON_UTF8_BYTE)
    .map((segment, index) =>
      index % 2 === 1
        ? `%${(segment.charCodeAt(0) - 0xdc00).toString(16).toUpperCase()}`
        : escape(segment.toWellFormed()),
    )
    .join('');

/**
 * Encodes a path for use in a URL: `encodeURI`, then `#` and `?` are escaped as well (G-10). A byte that is not UTF-8
 * (U+DC80 to U+DCFF in a name from a disk) is escaped as that byte; any other lone surrogate becomes U+FFFD.
 */
export const encodeWirePath = (path: string): string =>
  escapeSegments(path, (segment) => encodeURI(segment).replaceAll('#', '%23').replaceAll('?', '%3F'));

/** Encodes a path or a name as a query value; bytes that are not UTF-8 as in {@link encodeWirePath}. */
export const encodeWireValue = (path: string): string => escapeSegments(path, encodeURIComponent);

const queryString = ({ key, relay }: FileUrlBase, extra: Readonly<Record<string, string>> = {}): string => {
  const values = new URLSearchParams({
    ...(key === '' ? {} : { key }),
    ...(relay === undefined ? {} : { host: relay.host, auth: relay.auth }),
    ...extra,
  });
  return values.size === 0 ? '' : `?${values.toString()}`;
};

/**
 * The URL of a file: `GET /port_80{path}` (B102). With `download` the browser saves it instead of showing it.
 *
 * @example
 * ```ts
 * const src = fileUrl({ base: 'http://box.lan:6900', key }, '/mnt/usb1/ann/a#1.mp4');
 * // http://box.lan:6900/port_80/mnt/usb1/ann/a%231.mp4?key=...
 * ```
 */
export const fileUrl = (base: FileUrlBase, path: string, { download = false } = {}): string =>
  `${base.base}/port_80${encodeWirePath(path)}${queryString(base, download ? { dl: '1' } : {})}`;

/** The URL of an archive from `PrepareZip`: `GET /port_80/zip/{id}` (our extension). */
export const zipUrl = (base: FileUrlBase, id: string): string =>
  `${base.base}/port_80/zip/${encodeURIComponent(id)}${queryString(base)}`;

/** The URL of a thumbnail by its hash: `GET /port_80/thumb/{md512kb}` (B103). */
export const thumbUrl = (base: FileUrlBase, md512kb: string, width: ThumbWidth = 256): string =>
  `${base.base}/port_80/thumb/${encodeURIComponent(md512kb)}${queryString(base, { w: String(width) })}`;
