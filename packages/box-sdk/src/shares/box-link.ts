/** Box links: `boxshare://` + base64url of the JSON list of payloads + `.` + a tag by the sharing box (G-34). */
import type { Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { decode, parseJson, shortList } from '@boxwood/command-bus/codecs';
import { MAX_SHARED_FILES, SharePayload } from './share-model.ts';

/** Prefix of every box link. */
export const BOX_LINK_SCHEME = 'boxshare://';

/** Contents of a box link; `tag` lets only the sharing box verify that it made the link. */
export interface BoxLink {
  readonly payloads: readonly SharePayload[];
  readonly tag: string;
}

const Payloads = shortList(SharePayload, 1, MAX_SHARED_FILES);
const BOX_LINK_PATTERN = /^boxshare:\/\/([A-Za-z0-9_-]{1,65536})\.([0-9a-f]{16})$/;

const toBase64Url = (text: string): string => {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

const fromBase64Url = (text: string): string | undefined => {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const utf8 = new TextDecoder('utf-8', { fatal: true });
    return utf8.decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return undefined;
  }
};

/** Formats a box link; `tag` is 16 hexadecimal digits. */
export const formatBoxLink = (link: BoxLink): string =>
  `${BOX_LINK_SCHEME}${toBase64Url(JSON.stringify(link.payloads))}.${link.tag}`;

/**
 * Parses a box link. Anything that does not decode is `'unreadable'`: a screen shows "share link parse error"
 * (SHARE-11).
 *
 * @example
 * ```ts
 * const link = parseBoxLink('boxshare://W10.0123456789abcdef');
 * if (link._tag === 'Left') console.log('share link parse error');
 * ```
 */
export const parseBoxLink = (text: string): Either<'unreadable', BoxLink> => {
  const match = BOX_LINK_PATTERN.exec(text.trim());
  const json = match === null ? undefined : fromBase64Url(match[1] ?? '');
  if (match === null || json === undefined) return left('unreadable');
  const parsed = parseJson(json);
  const payloads = parsed._tag === 'Right' ? decode(Payloads, parsed.right) : parsed;
  return payloads._tag === 'Right' ? right({ payloads: payloads.right, tag: match[2] ?? '' }) : left('unreadable');
};
