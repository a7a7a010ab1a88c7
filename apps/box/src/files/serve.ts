import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { Caller, Location, Vault } from '../vault/index.ts';
import { parseRange } from './byte-range.ts';
import { attachmentOf, contentTypeOf } from './content-type.ts';
import type { FileReply } from './send-file.ts';

export interface FileRequest {
  /** Request headers, lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `dl=1`: sent as an attachment with its name. */
  readonly download: boolean;
}

/** Only our own pages may show files in frames. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:; frame-ancestors 'self'";

const one = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0];

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/**
 * Strong entity tag (RFC 9110, 8.8.3) from the inode, size, mtime and ctime. Every write changes it, as does another
 * file with the same name; resetting the mtime does not restore the old tag.
 */
const etagOf = ({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `"${createHash('sha256').update([ino, size, mtimeNs, ctimeNs].join(' ')).digest('base64url').slice(0, 22)}"`;

/** Serves files with ranges, validators and headers that prevent scripts from running (G-10). */
export class FileServer {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** @throws Refusal 5, 13, 14 (a folder, link or device), 15 (missing) */
  async serve(caller: Caller, path: string, request: FileRequest): Promise<FileReply> {
    const location = this.#vault.resolve(caller, path, 'read');
    const file = await this.#vault.openFile(location);
    try {
      const stat = await file.stat({ bigint: true });
      const size = Number(stat.size);
      const etag = etagOf(stat);
      const mtime = Number(stat.mtimeNs / 1_000_000_000n);
      const headers = this.#headers(location, etag, new Date(mtime * 1000).toUTCString(), request.download);
      const settled = conditionOf(request, etag, mtime);
      if (settled !== null) {
        await file.close();
        return {
          status: settled,
          headers: settled === 412 ? { ...headers, 'content-length': 0 } : headers,
          body: null,
        };
      }
      // RFC 9110, 13.1.5: only exactly the same version may be continued. A date has a precision of one second, and
      // files may change within it.
      const ifRange = one(request.headers['if-range']);
      const wanted = ifRange === undefined || ifRange === etag ? one(request.headers['range']) : undefined;
      const range = parseRange(wanted, size);
      if (range === 'unsatisfiable') {
        await file.close();
        return {
          status: 416,
          headers: { ...headers, 'content-range': `bytes */${size}`, 'content-length': 0 },
          body: null,
        };
      }
      const { start, end } = range === 'all' ? { start: 0, end: size - 1 } : range;
      const partial = range === 'all' ? {} : { 'content-range': `bytes ${start}-${end}/${size}` };
      if (size === 0) await file.close();
      return {
        status: range === 'all' ? 200 : 206,
        headers: { ...headers, ...partial, 'content-length': end - start + 1 },
        body: size === 0 ? null : { file, start, end, stat },
      };
    } catch (failure) {
      await file.close().catch(() => undefined);
      throw failure;
    }
  }

  #headers({ name, place }: Location, etag: string, modified: string, download: boolean): Record<string, string> {
    // Files behind a second password must not stay in the browser cache.
    const isBehind = place.kind === 'private' || place.kind === 'safe';
    const type = contentTypeOf(name);
    return {
      'content-type': type,
      'content-disposition': download ? attachmentOf(name) : 'inline',
      etag,
      'last-modified': modified,
      'accept-ranges': 'bytes',
      'cache-control': isBehind ? 'no-store' : 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // The PDF viewer of a browser does not start in a sandbox; a PDF cannot access the page that shows it.
      'content-security-policy': type === 'application/pdf' ? `${POLICY}; object-src 'self'` : `sandbox; ${POLICY}`,
    };
  }
}

/** Evaluates the conditions of a request in the order of RFC 9110, 13.2.2; null when the file is to be sent. */
const conditionOf = ({ headers }: FileRequest, etag: string, mtime: number): 304 | 412 | null => {
  const dateOf = (header: string): number => Date.parse(one(headers[header]) ?? '');
  const match = one(headers['if-match']);
  if (match !== undefined && match.trim() !== '*' && !tagsOf(match).includes(etag)) return 412;
  if (match === undefined && mtime * 1000 > dateOf('if-unmodified-since')) return 412;
  const none = one(headers['if-none-match']);
  const isNone =
    none !== undefined && (none.trim() === '*' || tagsOf(none).some((tag) => tag.replace(/^W\//, '') === etag));
  return isNone || (none === undefined && mtime * 1000 <= dateOf('if-modified-since')) ? 304 : null;
};
