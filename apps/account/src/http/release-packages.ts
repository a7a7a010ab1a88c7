import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Releases } from '../box/releases.ts';

/** Path of the release packages, below the prefix. */
export const PACKAGES_PATH = '/firmware/';
const PATH = /^\/firmware\/(N2|N3|G2)\/([0-9.]{1,60})\/([a-z0-9-]{1,41})\.tar\.gz(\.minisig)?$/;
const RANGE = /^bytes=(\d{1,15})-$/;

/** The start offset of a resumed download; 0 unless the package is still the same one. */
const resumeOffset = ({ headers }: IncomingMessage, etag: string, size: number): number => {
  const { range, 'if-range': condition } = headers;
  const [, from] = RANGE.exec(range ?? '') ?? [];
  if (from === undefined || (condition !== undefined && condition !== etag)) return 0;
  return Number(from) <= size ? Number(from) : 0;
};

/**
 * Sends a package or its signature; resolves to false when there is none. Packages are public: clients verify the
 * signature.
 */
export const sendPackage = async (
  releases: Releases,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<boolean> => {
  const [, model, version, platform, isSignature] = PATH.exec(path) ?? [];
  if (model === undefined || version === undefined || platform === undefined) return false;
  const found = await releases.find(model, version, platform);
  if (found === undefined) return false;
  const file = isSignature === undefined ? found.package : found.signature;
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isFile() !== true) return false;
  const { size } = stats;
  const etag = `"${size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}"`;
  const start = resumeOffset(request, etag, size);
  response.writeHead(start === 0 ? 200 : 206, {
    'content-type': 'application/octet-stream',
    'content-length': size - start,
    etag,
    'accept-ranges': 'bytes',
    ...(start === 0 ? {} : { 'content-range': `bytes ${start}-${Math.max(start, size - 1)}/${size}` }),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  if (request.method === 'HEAD' || start >= size) response.end();
  // An interrupted download is resumed by a later request.
  else await pipeline(createReadStream(file, { start, end: size - 1 }), response).catch(() => response.destroy());
  return true;
};
