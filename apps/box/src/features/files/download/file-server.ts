import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { Caller, Location, Vault } from '../../../storage/vault/index.ts';
import { parseRange } from './byte-range.ts';
import { contentDispositionOf, contentTypeOf } from './content-type.ts';
import type { FileReply } from './send-file.ts';

export interface FileServeRequest {
  /** Request headers, lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `dl=1`: sent as an attachment with its name. */
  readonly download: boolean;
}

/** Only our own pages may show files in frames. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:; frame-ancestors 'self'";

const firstValue = (value: string | readonly string[] | undefined): string | undefined =>
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
  async serve(caller: Caller, path: string, request: FileServeRequest): Promise<FileReply> {
    const location = this.#vault.resolve(caller, path, 'read');
    const file = await this.#vault.openFile(location);
    try {
      const stat = await file.stat({ bigint: true });
      const size = Number(stat.size);
      const etag = etagOf(stat);
      const mtime = Number(stat.mtimeNs / 1_000_000_000n);
      const headers = this.#headers(location, etag, new Date(mtime * 1000).toUTCString(), request.download);
      const conditionStatus = evaluateConditions(request, etag, mtime);
      if (conditionStatus !== null) {
        await file.close();
        return {
          status: conditionStatus,
          headers: conditionStatus === 412 ? { ...headers, 'content-length': 0 } : headers,
          body: null,
        };
      }
      // RFC 9110, 13.1.5: only exactly the same version may be continued. A date has a precision of one second, and
      // files may change within it.
      const ifRange = firstValue(request.headers['if-range']);
      const rangeHeader = ifRange === undefined || ifRange === etag ? firstValue(request.headers['range']) : undefined;
      const range = parseRange(rangeHeader, size);
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
    const isProtected = place.kind === 'private' || place.kind === 'safe';
    const type = contentTypeOf(name);
    return {
      'content-type': type,
      'content-disposition': download ? contentDispositionOf(name) : 'inline',
      etag,
      'last-modified': modified,
      'accept-ranges': 'bytes',
      'cache-control': isProtected ? 'no-store' : 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // The PDF viewer of a browser does not start in a sandbox; a PDF cannot access the page that shows it.
      'content-security-policy':
        type === 'application/pdf'
          ? `${CONTENT_SECURITY_POLICY}; object-src 'self'`
          : `sandbox; ${CONTENT_SECURITY_POLICY}`,
    };
  }
}

/** Evaluates the conditions of a request in the order of RFC 9110, 13.2.2; null when the file is to be sent. */
const evaluateConditions = ({ headers }: FileServeRequest, etag: string, mtime: number): 304 | 412 | null => {
  const dateOf = (header: string): number => Date.parse(firstValue(headers[header]) ?? '');
  const ifMatch = firstValue(headers['if-match']);
  if (ifMatch !== undefined && ifMatch.trim() !== '*' && !tagsOf(ifMatch).includes(etag)) return 412;
  if (ifMatch === undefined && mtime * 1000 > dateOf('if-unmodified-since')) return 412;
  const ifNoneMatch = firstValue(headers['if-none-match']);
  const isUnchanged =
    ifNoneMatch !== undefined &&
    (ifNoneMatch.trim() === '*' || tagsOf(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etag));
  return isUnchanged || (ifNoneMatch === undefined && mtime * 1000 <= dateOf('if-modified-since')) ? 304 : null;
};
