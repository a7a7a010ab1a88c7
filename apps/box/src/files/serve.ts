import type { Caller, Vault } from '../vault/index.ts';
import { parseRange } from './byte-range.ts';
import { attachmentOf, contentTypeOf } from './content-type.ts';
import type { Hashes } from './hashes.ts';
import type { FileReply } from './send-file.ts';

export interface FileRequest {
  /** Request headers, lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `dl=1`: as a download under its name. */
  readonly download: boolean;
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:";

const one = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0];

const etagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/** Serves files with ranges, validators and headers that let nothing run (G-10). */
export class FileServer {
  readonly #vault: Vault;
  readonly #hashes: Hashes;

  constructor(vault: Vault, hashes: Hashes) {
    this.#vault = vault;
    this.#hashes = hashes;
  }

  /** @throws Refusal 5, 13, 14 (a folder, link or device), 15 (absent) */
  async serve(caller: Caller, path: string, request: FileRequest): Promise<FileReply> {
    const location = this.#vault.resolve(caller, path, 'read');
    const file = await this.#vault.openFile(location);
    try {
      const stat = await file.stat();
      const { size } = stat;
      const version = { dev: stat.dev, ino: stat.ino, size, mtime: Math.floor(stat.mtimeMs / 1000) };
      const hash = await this.#hashes.ofFile(location, file, version);
      const etag = `"${hash}-${size}-${Math.floor(stat.mtimeMs)}"`;
      const modified = new Date(version.mtime * 1000).toUTCString();
      const headers = this.#headers(location.name, etag, modified, request.download);
      if (isUnchanged(request, etag, version.mtime)) {
        await file.close();
        return { status: 304, headers, body: null };
      }
      const ifRange = one(request.headers['if-range']);
      const wanted =
        ifRange === undefined || ifRange === etag || ifRange === modified ? one(request.headers['range']) : undefined;
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
        body: size === 0 ? null : { file, start, end },
      };
    } catch (failure) {
      await file.close().catch(() => undefined);
      throw failure;
    }
  }

  #headers(name: string, etag: string, modified: string, download: boolean): Record<string, string> {
    const type = contentTypeOf(name);
    return {
      'content-type': type,
      'content-disposition': download ? attachmentOf(name) : 'inline',
      etag,
      'last-modified': modified,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // A browser's PDF viewer does not start in a sandbox; a PDF cannot reach the page it is shown in.
      'content-security-policy': type === 'application/pdf' ? `${POLICY}; object-src 'self'` : `sandbox; ${POLICY}`,
    };
  }
}

const isUnchanged = ({ headers }: FileRequest, etag: string, mtime: number): boolean => {
  const none = one(headers['if-none-match']);
  if (none !== undefined) return none.trim() === '*' || etagsOf(none).includes(etag);
  const since = Date.parse(one(headers['if-modified-since']) ?? '');
  return !Number.isNaN(since) && mtime * 1000 <= since;
};
