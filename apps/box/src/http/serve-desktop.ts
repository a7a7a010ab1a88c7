import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { drainRequest } from '@boxwood/account';
import { acceptsBrotli } from './compress.ts';
import { createPageHeaders, assetHeaders, jsonHeaders } from './response-headers.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt', '.wasm']);
/** Size limit of the cache of compressed files, in bytes; the whole desktop needs less than half of it. */
const MAX_CACHE_BYTES = 4 * 1024 * 1024;
const INDEX_PATH = '/index.html';
/** First page of the documentation. */
const HELP_PATH = '/help/index.html';

/** Path to which a phone posts what another app shares (`share_target` of the manifest). */
const SHARE_TARGET = '/share-target';

type Encoding = 'br' | 'gzip' | 'identity';

interface Asset {
  readonly file: string;
  readonly type: string;
  readonly immutable: boolean;
  readonly compressible: boolean;
  /** Whether the build has compressed it already (`apps/desktop/compress-assets.mjs`). */
  readonly packed: boolean;
}

/** Suffix of a precompressed file. */
const PACKED_SUFFIX = '.br';

const walk = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)],
  );

const indexAssets = (folder: string): ReadonlyMap<string, Asset> => {
  const folderExists = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const files = new Set(folderExists ? walk(folder) : []);
  return new Map(
    [...files].map((file) => {
      const path = `/${relative(folder, file).split(sep).join('/')}`;
      const extension = extname(file);
      return [
        path,
        {
          file,
          type: CONTENT_TYPES[extension] ?? 'application/octet-stream',
          immutable: path.startsWith('/assets/'),
          compressible: COMPRESSIBLE.has(extension),
          packed: files.has(file + PACKED_SUFFIX),
        },
      ];
    }),
  );
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const read = async ({ file, packed }: Asset, encoding: Encoding): Promise<Buffer> => {
  if (encoding === 'br' && packed) return readFile(file + PACKED_SUFFIX);
  const body = await readFile(file);
  switch (encoding) {
    case 'br':
      return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } });
    case 'gzip':
      return zip(body);
    case 'identity':
      return body;
  }
};

const encodingFor = (asset: Asset, accepts: string): Encoding => {
  if (!asset.compressible) return 'identity';
  if (acceptsBrotli(accepts)) return 'br';
  return accepts.includes('gzip') ? 'gzip' : 'identity';
};

/**
 * Serves the built desktop: a fixed set of files, so no path is resolved. Caches each file in the encodings that were
 * requested; a changed index page reloads everything. Every other route gets the application page (ROUTE-08).
 * `accountUrl`: an external account service.
 */
export const createDesktop = (folder: string, accountUrl: string | null) => {
  const pageHeaders = createPageHeaders(accountUrl);
  const versionNow = (): number => statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  let version = versionNow();
  let assets = indexAssets(folder);
  const cache = new Map<string, Promise<Buffer>>();
  let cachedBytes = 0;

  const refresh = (): void => {
    const now = versionNow();
    if (now === 0 || now === version) return;
    assets = indexAssets(folder);
    version = now;
    cache.clear();
    cachedBytes = 0;
  };

  /** Bodies being sent: concurrent readers of a file share one buffer, however slowly they read. */
  const sending = new Map<string, { readonly body: Promise<Buffer>; readers: number }>();

  const shareBody = (key: string, response: ServerResponse, make: () => Promise<Buffer>): Promise<Buffer> => {
    const one = sending.get(key) ?? { body: make(), readers: 0 };
    sending.set(key, one);
    one.readers += 1;
    response.once('close', () => {
      one.readers -= 1;
      if (one.readers === 0 && sending.get(key) === one) sending.delete(key);
    });
    return one.body;
  };

  const bodyOf = (asset: Asset, encoding: Encoding): Promise<Buffer> => {
    if (encoding === 'identity') return read(asset, encoding);
    const key = `${encoding} ${asset.file}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const made = read(asset, encoding);
    cache.set(key, made);
    const settle = (length: number): void => {
      if (cache.get(key) !== made) return;
      if (length > 0 && cachedBytes + length <= MAX_CACHE_BYTES) cachedBytes += length;
      else cache.delete(key);
    };
    made.then(
      ({ length }) => settle(length),
      () => settle(0),
    );
    return made;
  };

  return {
    /**
     * Handles a share form that a browser without our service worker posted: discards the content and redirects to a
     * page that reports this. Changes nothing on the box. @returns whether the request was such a form
     */
    rejectShare: (request: IncomingMessage, response: ServerResponse, path: string): boolean => {
      if (request.method !== 'POST' || path !== SHARE_TARGET) return false;
      response
        .writeHead(303, { ...jsonHeaders, location: '/home#shared=lost', 'content-length': 0, connection: 'close' })
        .end();
      drainRequest(request);
      return true;
    },
    /** Answers a GET with a file of the desktop or the application page; 404 for a missing file. */
    serve: async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
      const proto = request.headers['x-forwarded-proto'];
      const page = pageHeaders({
        host: request.headers.host,
        forwardedProto: typeof proto === 'string' ? proto : undefined,
      });
      if ((path === '/help' || path === '/help/') && assets.has(HELP_PATH)) {
        response.writeHead(302, { ...page, location: HELP_PATH, 'content-length': 0 }).end();
        return;
      }
      const isPage = extname(path) === '';
      // Help pages too: they are built last.
      if (isPage || extname(path) === '.html') refresh();
      const asset = assets.get(path) ?? (isPage ? assets.get(INDEX_PATH) : undefined);
      const encoding = asset === undefined ? 'identity' : encodingFor(asset, request.headers['accept-encoding'] ?? '');
      const body =
        asset === undefined
          ? undefined
          : await shareBody(`${version} ${encoding} ${asset.file}`, response, () => bodyOf(asset, encoding)).catch(
              () => undefined,
            );
      if (asset === undefined || body === undefined) {
        response
          .writeHead(404, { ...page, 'content-type': 'text/plain; charset=utf-8', 'content-length': 10 })
          .end('Not found\n');
        return;
      }
      response
        .writeHead(200, {
          ...(asset.immutable ? assetHeaders : page),
          'content-type': asset.type,
          'content-length': body.length,
          'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
          vary: 'accept-encoding',
          ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
        })
        .end(body);
    },
  };
};
export type Desktop = ReturnType<typeof createDesktop>;
