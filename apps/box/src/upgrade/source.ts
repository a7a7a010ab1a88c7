import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Releases } from '@boxwood/account';
import type { BoxModel } from '@boxwood/box-sdk';
import { openRemote, RemoteBroken } from '../downloads/remote.ts';

/** A release that is offered, by its version on a model and the machine it is for. */
export interface Wanted {
  readonly model: BoxModel;
  readonly version: string;
  readonly platform: string;
}

/** Bytes that come: from which one on, and how many it are in all. */
export interface Coming {
  readonly from: number;
  readonly total: number;
  readonly body: AsyncIterable<Buffer>;
  /** What the other side calls this version of it, for whoever goes on later. */
  readonly validator: string | null;
}

export interface Asked {
  readonly what: 'package' | 'signature';
  readonly from: number;
  readonly validator: string | null;
  readonly signal: AbortSignal;
}

/** Where packages come from: the account service of this box. Null: it has none such. @throws what is worth another try */
export type Source = (wanted: Wanted, asked: Asked) => Promise<Coming | null>;

/** Where a package is, below the address of an account service; its signature has `.minisig` behind it. */
const pathOf = ({ model, version, platform }: Wanted): string =>
  `/firmware/${model}/${encodeURIComponent(version)}/${platform}.tar.gz`;

/** A service elsewhere, to whose address the owner pointed the box. It may lead on to https alone. */
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

/** The service inside the box: its files. */
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
