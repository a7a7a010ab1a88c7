/** Addresses of HTTP shares (X10, X12); the box serves them to anybody, also at its share entrance (port 20223). */
import { encodeWireValue } from '../transfers/addresses.ts';

/** The LAN port at which the share entrance listens (SHARE-20, G-64). */
export const SHARE_PORT = 20_223;

/**
 * The address of a link as it is handed out: https, whatever the box wrote (SHARE-08), unless the box says `plain`, that it is reached
 * without TLS: there only the plain address works.
 *
 * @example
 * shareAddress({ url: 'http://box.example/s/Ab12Cd34Ef56Gh78' }); // https://box.example/s/Ab12Cd34Ef56Gh78
 */
export const shareAddress = ({ url, plain = 0 }: { readonly url: string; readonly plain?: 0 | 1 }): string =>
  plain === 1 ? url : url.replace(/^http:/i, 'https:');

/** The page that a visitor opens (`GET /s/{id}`); HTTP 404 unknown, 410 expired or deleted. */
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
 * The address of a shared file's bytes (`GET /s/{id}/f/{index}`); ranges are honoured. HTTP 403 bad ticket, 404, 410.
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
