import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Releases } from '@boxwood/account';
import type { BoxModel } from '@boxwood/box-sdk';
import { openRemote, RemoteBroken } from '../downloads/remote.ts';

/** The release to fetch: model, version and platform. */
export interface Wanted {
  readonly model: BoxModel;
  readonly version: string;
  readonly platform: string;
}

/** A stream of bytes: the offset of its first byte, and the total size of the file. */
export interface Coming {
  readonly from: number;
  readonly total: number;
  readonly body: AsyncIterable<Buffer>;
  /** ETag of this version of the file, for a later resume. */
  readonly validator: string | null;
}

export interface Asked {
  readonly what: 'package' | 'signature';
  readonly from: number;
  readonly validator: string | null;
  readonly signal: AbortSignal;
}

/**
 * Fetches packages from the account service of this box. Resolves to null when the service does not have the file.
 * @throws an error that is worth a retry
 */
export type Source = (wanted: Wanted, asked: Asked) => Promise<Coming | null>;

/** Path of a package below the URL of an account service; the path of its signature ends with `.minisig`. */
const pathOf = ({ model, version, platform }: Wanted): string =>
  `/firmware/${model}/${encodeURIComponent(version)}/${platform}.tar.gz`;

/** Packages of an external account service, whose URL the owner configured. It may redirect to https only. */
export const fromService =
  (accountUrl: string): Source =>
  async (wanted, { what, from, validator, signal }) => {
    const url = new URL(`${accountUrl.replace(/\/$/, '')}${pathOf(wanted)}${what === 'signature' ? '.minisig' : ''}`);
    const found = await openRemote(url, { mayReach: () => true, signal, from, validator });
    const { answer } = found;
    const isTrusted = found.url.protocol === 'https:' || found.url.origin === url.origin;
    const { statusCode = 0, headers } = answer;
    if (!isTrusted || (statusCode !== 200 && statusCode !== 206)) {
      answer.destroy();
      if (statusCode >= 500) throw new RemoteBroken(`the service answered with ${statusCode}`);
      return null;
    }
    const begins = statusCode === 206 ? from : 0;
    const { etag } = headers;
    return {
      from: begins,
      total: begins + Number(headers['content-length'] ?? 0),
      body: answer,
      validator: etag ?? null,
    };
  };

/** Packages of the embedded account service, read from its folder. */
export const fromFolder =
  (releases: Releases): Source =>
  async ({ model, version, platform }, { what, from, signal }) => {
    const found = await releases.find(model, version, platform);
    if (found === undefined) return null;
    const file = what === 'package' ? found.package : found.signature;
    const about = await stat(file).catch(() => undefined);
    if (about === undefined) return null;
    const validator = `"${about.size}-${about.mtimeMs}"`;
    const begins = from <= about.size ? from : 0;
    return { from: begins, total: about.size, body: createReadStream(file, { start: begins, signal }), validator };
  };
