/**
 * URLs of HTTP shares (X10, X12). The box serves them without authentication, also at its share entrance (port 20223).
 */
import { encodeWireValue } from '../transfers/file-urls.ts';

/** LAN port of the share entrance (SHARE-20, G-64). */
export const SHARE_PORT = 20_223;

/**
 * The public URL of a link: https, whatever the box wrote (SHARE-08), unless the box sets `plain`: it is reached
 * without TLS, so only the http URL works.
 *
 * @example
 * shareAddress({ url: 'http://box.example/s/Ab12Cd34Ef56Gh78' }); // https://box.example/s/Ab12Cd34Ef56Gh78
 */
export const shareAddress = ({ url, plain = 0 }: { readonly url: string; readonly plain?: 0 | 1 }): string =>
  plain === 1 ? url : url.replace(/^http:/i, 'https:');

/** The URL of the visitor page (`GET /s/{id}`); HTTP 404 unknown, 410 expired or deleted. */
export const sharePageAddress = (origin: string, id: string): string => `${origin}/s/${encodeURIComponent(id)}`;

/** A shared file as bytes: entry number `index`, and `path` inside it when the entry is a folder. */
export interface SharedFile {
  readonly id: string;
  readonly index: number;
  /** From {@link OpenShare}. */
  readonly ticket: string;
  readonly path?: string;
}

/**
 * The URL of a shared file's bytes (`GET /s/{id}/f/{index}`); supports ranges. HTTP 403 bad ticket, 404, 410.
 *
 * @example
 * ```ts
 * shareFileAddress('https://box.example', { id: 'Ab12Cd34Ef56Gh78', index: 0, ticket: 'T' });
 * ```
 */
export const shareFileAddress = (origin: string, file: SharedFile): string => {
  const query = new URLSearchParams({ ticket: file.ticket }).toString();
  const inside = file.path === undefined ? '' : `&path=${encodeWireValue(file.path)}`;
  return `${sharePageAddress(origin, file.id)}/f/${file.index}?${query}${inside}`;
};
