import type { BigIntStats } from 'node:fs';
import type { ParamsOf, PrepareUpload } from '@boxwood/box-sdk';
import { toWholeSeconds } from '@boxwood/box-sdk/rules';
import type { PreparedUpload } from './put-request.ts';
import type { Upload } from './uploads-table.ts';

/** Extra parameters of PREPUT. */
export type UploadMore = NonNullable<ParamsOf<typeof PrepareUpload>['more']>;

const NS = 1_000_000_000n;

/** Modification time of a file with the precision the box stores: microseconds. */
export const timeOfStat = ({ mtimeNs }: BigIntStats): string => {
  const part = ((mtimeNs % NS) + NS) % NS;
  return `${(mtimeNs - part) / NS}.${String(part / 1000n).padStart(6, '0')}`;
};

/**
 * Version of the file a client sends, from its time and hash; bytes of different versions are never combined. '' if the
 * client sent neither.
 */
export const versionOf = ({ mtime = '', sha256 = '' }: UploadMore): string =>
  mtime === '' && sha256 === '' ? '' : `${mtime} ${sha256}`;

const timeIn = (version: string): string => version.split(' ')[0] ?? '';

/** Time to set on a file of this version, in nanoseconds: the second given by PUTDONE plus the known fraction. */
export const timeOfVersion = (version: string, ctime: number): bigint => {
  const time = timeIn(version);
  const part = time.split('.')[1] ?? '';
  return BigInt(ctime) * NS + (part !== '' && toWholeSeconds(time) === ctime ? BigInt(part.padEnd(9, '0')) : 0n);
};

/**
 * PREPUT fields about the existing file at the target; `exactly` for clients that read more than the original fields.
 */
export const describeExisting = (
  existing: BigIntStats | undefined,
  exactly: boolean,
): Pick<PreparedUpload, 'baseinfo' | 'more'> => {
  const none = { size: 0, mtime_sec: 0 };
  if (existing?.isFile() !== true) return { baseinfo: none, ...(exactly ? { more: 1 } : {}) };
  const mtime = timeOfStat(existing);
  const known = { size: Number(existing.size), mtime_sec: toWholeSeconds(mtime) };
  return exactly ? { baseinfo: { ...known, mtime }, more: 1 } : { baseinfo: known };
};

/**
 * Response to a repeated PREPUT for an upload that is already complete, after its response was lost: nothing to send.
 */
export const describeFinished = ({ uuid, size, version, placed }: Upload): PreparedUpload => {
  const mtime = timeIn(version) === '' ? '0' : timeIn(version);
  return { uuid, start: size, baseinfo: { size, mtime_sec: toWholeSeconds(mtime), mtime }, more: 1, path: placed };
};
