/** Decisions of an upload (area UPLOAD, G-17 to G-19). */
import type { BoxError } from '@boxwood/command-bus';
import { describeBoxError } from '@boxwood/command-bus';
import type { TaskState } from '../tasks/model.ts';
import { BUNDLE_BYTES, BUNDLE_FILES, CHUNK_BYTES } from './commands.ts';

/** What PREPUT said about the existing target; `mtime` from a box that knows it exactly. */
export interface Existing {
  readonly size: number;
  readonly mtime_sec: number;
  readonly mtime?: string | undefined;
}

/** The time of a file that is known to the millisecond, as a browser knows it, in the form of `FileTime`. */
export const fileTimeOf = (milliseconds: number): string => {
  const whole = Math.floor(milliseconds);
  const second = Math.floor(whole / 1000);
  return `${second}.${String(whole - second * 1000).padStart(3, '0')}`;
};

/** The second of a `FileTime`, which is what the product's own wire carries. */
export const secondOf = (time: string): number => Number(time.split('.')[0]);

/** A box keeps times to the microsecond. */
const DIGITS = 6;

/** Whether two times are one as far as both are known. */
export const isSameTime = (one: string, other: string): boolean => {
  const [second, part = ''] = one.split('.');
  const [otherSecond, otherPart = ''] = other.split('.');
  const known = Math.min(part.length, otherPart.length, DIGITS);
  return second === otherSecond && part.slice(0, known) === otherPart.slice(0, known);
};

/** UPLOAD-09: the target is this very file already: the same size, and the same time as far as box and client know it. A time of 0 says nothing. */
export const isIdentical = (existing: Existing, file: { readonly size: number; readonly mtime: string }): boolean =>
  existing.mtime_sec !== 0 &&
  existing.size === file.size &&
  isSameTime(existing.mtime ?? String(existing.mtime_sec), file.mtime);

/** Whether nothing stands at the target. */
export const isFree = ({ size, mtime_sec }: Existing): boolean => size === 0 && mtime_sec === 0;

/** UPLOAD-10, G-17: where to go on: from what both sides hold, or from the start when the upload or the file is another one. */
export const resumeOffset = (known: {
  readonly completed: number;
  readonly uuid: string;
  readonly mtime: number | undefined;
  readonly answered: { readonly uuid: string; readonly start?: number | undefined };
  readonly fileMtime: number;
}): number =>
  known.uuid === known.answered.uuid && known.mtime === known.fileMtime
    ? Math.min(known.completed, known.answered.start ?? 0)
    : 0;

/** The byte ranges still to be sent, in order; none for an empty file. */
export function* chunksFrom(offset: number, size: number): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = offset; start < size; start += CHUNK_BYTES)
    yield { start, end: Math.min(start + CHUNK_BYTES, size) };
}

/** A file of at most so many bytes may go up together with others. */
export const SMALL_BYTES = 128 * 1024;
/** Fewer small files than this in a row go up one by one. */
const BUNDLE_LEAST = 8;

/** How many of the next files go up together; 0 when the first goes alone. No two of them have one target. */
export const goTogether = (next: Iterable<{ readonly target: string; readonly size: number }>): number => {
  const targets = new Set<string>();
  let bytes = 0;
  for (const { target, size } of next) {
    bytes += size;
    if (size > SMALL_BYTES || bytes > BUNDLE_BYTES || targets.size === BUNDLE_FILES || targets.has(target)) break;
    targets.add(target);
  }
  return targets.size < BUNDLE_LEAST ? 0 : targets.size;
};

/** UPLOAD-07, G-18: percent; 100 only once confirmed, 0 on failure. */
export const progressOf = (completed: number, total: number, state: TaskState): number => {
  if (state === 1) return 100;
  if (state === -1) return 0;
  return total === 0 ? 0 : Math.min(99, Math.floor((completed / total) * 100));
};

/** What a whole-body PUT comes to (B68). */
export type PutOutcome =
  { readonly error: 0 } | { readonly error: -1; readonly status: number; readonly message: string };

/** UPLOAD-32, ERR-154: 200 is error 0; anything else is -1 with the status and its words, 500 when there was no status. */
export const putOutcome = (error: BoxError | null): PutOutcome => {
  if (error === null) return { error: 0 };
  const status = error._tag === 'Http' ? error.status : 500;
  return { error: -1, status, message: describeBoxError(error) };
};

/** UPLOAD-13, UPLOAD-14, ERR-153: a cancellation is no failure; every other error is. */
export const isUploadFailure = (error: BoxError): boolean => error._tag !== 'Aborted';
