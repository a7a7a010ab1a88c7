import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Releases } from '@boxwood/account';
import type { BoxModel } from '@boxwood/box-sdk';
import { openRemote, RemoteBroken } from '../downloads/open-remote.ts';

/** The release to fetch: model, version and platform. */
export interface ReleaseTarget {
  readonly model: BoxModel;
  readonly version: string;
  readonly platform: string;
}

/** A stream of bytes: the offset of its first byte, and the total size of the file. */
export interface PackageStream {
  readonly from: number;
  readonly total: number;
  readonly body: AsyncIterable<Buffer>;
  /** ETag of this version of the file, for a later resume. */
  readonly validator: string | null;
}

export interface PackageRequest {
  readonly what: 'package' | 'signature';
  readonly from: number;
  readonly validator: string | null;
  readonly signal: AbortSignal;
}

/**
 * Fetches packages from the account service of this box. Resolves to null when the service does not have the file.
 * @throws an error that is worth a retry
 */
export type PackageSource = (target: ReleaseTarget, request: PackageRequest) => Promise<PackageStream | null>;

/** Path of a package below the URL of an account service; the path of its signature ends with `.minisig`. */
const pathOf = ({ model, version, platform }: ReleaseTarget): string =>
  `/firmware/${model}/${encodeURIComponent(version)}/${platform}.tar.gz`;

/** Packages of an external account service, whose URL the owner configured. It may redirect to https only. */
export const packagesOfService =
  (accountUrl: string): PackageSource =>
  async (target, { what, from, validator, signal }) => {
    const url = new URL(`${accountUrl.replace(/\/$/, '')}${pathOf(target)}${what === 'signature' ? '.minisig' : ''}`);
    const found = await openRemote(url, { mayReach: () => true, signal, from, validator });
    const { response } = found;
    const isTrusted = found.url.protocol === 'https:' || found.url.origin === url.origin;
    const { statusCode = 0, headers } = response;
    if (!isTrusted || (statusCode !== 200 && statusCode !== 206)) {
      response.destroy();
      if (statusCode >= 500) throw new RemoteBroken(`the service answered with ${statusCode}`);
      return null;
    }
    const start = statusCode === 206 ? from : 0;
    const { etag } = headers;
    return {
      from: start,
      total: start + Number(headers['content-length'] ?? 0),
      body: response,
      validator: etag ?? null,
    };
  };

/** Packages of the embedded account service, read from its folder. */
export const packagesInFolder =
  (releases: Releases): PackageSource =>
  async ({ model, version, platform }, { what, from, signal }) => {
    const found = await releases.find(model, version, platform);
    if (found === undefined) return null;
    const file = what === 'package' ? found.package : found.signature;
    const stats = await stat(file).catch(() => undefined);
    if (stats === undefined) return null;
    const validator = `"${stats.size}-${stats.mtimeMs}"`;
    const start = from <= stats.size ? from : 0;
    return { from: start, total: stats.size, body: createReadStream(file, { start: start, signal }), validator };
  };
