import type { BigIntStats } from 'node:fs';
import type { ParamsOf, PrepareUpload } from '@boxwood/box-sdk';
import { secondOf } from '@boxwood/box-sdk/rules';
import type { Prepared } from './requests.ts';
import type { Upload } from './tables.ts';

/** What a client said beside PREPUT. */
export type UploadMore = NonNullable<ParamsOf<typeof PrepareUpload>['more']>;

const NS = 1_000_000_000n;

/** When a file was changed last, as exactly as the box keeps it: to the microsecond. */
export const timeOfStat = ({ mtimeNs }: BigIntStats): string => {
  const part = ((mtimeNs % NS) + NS) % NS;
  return `${(mtimeNs - part) / NS}.${String(part / 1000n).padStart(6, '0')}`;
};

/** The words of a sender for the version of a file that it sends: bytes of different versions are never put together. '' when it said nothing. */
export const versionOf = ({ mtime = '', sha256 = '' }: UploadMore): string =>
  mtime === '' && sha256 === '' ? '' : `${mtime} ${sha256}`;

const timeIn = (version: string): string => version.split(' ')[0] ?? '';

/** The time that a file of this version gets, in nanoseconds: the second that PUTDONE says, and the part of it that is known. */
export const timeOfVersion = (version: string, ctime: number): bigint => {
  const time = timeIn(version);
  const part = time.split('.')[1] ?? '';
  return BigInt(ctime) * NS + (part !== '' && secondOf(time) === ctime ? BigInt(part.padEnd(9, '0')) : 0n);
};

/** The answer to PREPUT about what stands at the target; `exactly` for clients that read more than the product's own fields. */
export const describe = (existing: BigIntStats | undefined, exactly: boolean): Pick<Prepared, 'baseinfo' | 'more'> => {
  const none = { size: 0, mtime_sec: 0 };
  if (existing?.isFile() !== true) return { baseinfo: none, ...(exactly ? { more: 1 } : {}) };
  const mtime = timeOfStat(existing);
  const known = { size: Number(existing.size), mtime_sec: secondOf(mtime) };
  return exactly ? { baseinfo: { ...known, mtime }, more: 1 } : { baseinfo: known };
};

/** The answer to a PREPUT that is asked again for an upload that has taken its name already, its answer lost: there is nothing to send. */
export const describeKept = ({ uuid, size, version, placed }: Upload): Prepared => {
  const mtime = timeIn(version) === '' ? '0' : timeIn(version);
  return { uuid, start: size, baseinfo: { size, mtime_sec: secondOf(mtime), mtime }, more: 1, path: placed };
};
