/** Rules of uploads (area UPLOAD, G-17 to G-19). */
import type { BoxError } from '@boxwood/command-bus';
import { describeBoxError } from '@boxwood/command-bus';
import type { TaskState } from '../tasks/task-model.ts';
import { MAX_BUNDLE_BYTES, MAX_BUNDLE_FILES, CHUNK_BYTES } from './transfer-commands.ts';

/** The existing target in the answer to PREPUT; `mtime` is set by a box that knows the exact time. */
export interface ExistingFile {
  readonly size: number;
  readonly mtime_sec: number;
  readonly mtime?: string | undefined;
}

/** A modification time in milliseconds, as a browser has it, in the form of `FileTime`. */
export const fileTimeOf = (milliseconds: number): string => {
  const wholeMs = Math.floor(milliseconds);
  const second = Math.floor(wholeMs / 1000);
  return `${second}.${String(wholeMs - second * 1000).padStart(3, '0')}`;
};

/** The second of a `FileTime`; the product's wire format carries only the second. */
export const toWholeSeconds = (time: string): number => Number(time.split('.')[0]);

/** Digits of the fraction of a second; a box stores times to the microsecond. */
const TIME_FRACTION_DIGITS = 6;

/** Whether two times are equal in the digits that both have. */
export const isSameTime = (timeA: string, timeB: string): boolean => {
  const [second, part = ''] = timeA.split('.');
  const [otherSecond, otherPart = ''] = timeB.split('.');
  const commonDigits = Math.min(part.length, otherPart.length, TIME_FRACTION_DIGITS);
  return second === otherSecond && part.slice(0, commonDigits) === otherPart.slice(0, commonDigits);
};

/**
 * UPLOAD-09: the target is already this file: the same size, and the same time in the digits that box and client have.
 * A time of 0 means unknown.
 */
export const isIdentical = (existing: ExistingFile, file: { readonly size: number; readonly mtime: string }): boolean =>
  existing.mtime_sec !== 0 &&
  existing.size === file.size &&
  isSameTime(existing.mtime ?? String(existing.mtime_sec), file.mtime);

/** Whether the target does not exist. */
export const isTargetFree = ({ size, mtime_sec }: ExistingFile): boolean => size === 0 && mtime_sec === 0;

/**
 * UPLOAD-10, G-17: offset to resume at: the bytes that both sides have, or 0 when the upload or the file is a different
 * one.
 */
export const resumeOffset = (state: {
  readonly completed: number;
  readonly uuid: string;
  readonly mtime: number | undefined;
  readonly reply: { readonly uuid: string; readonly start?: number | undefined };
  readonly fileMtime: number;
}): number =>
  state.uuid === state.reply.uuid && state.mtime === state.fileMtime
    ? Math.min(state.completed, state.reply.start ?? 0)
    : 0;

/** The byte ranges still to be sent, in order; none for an empty file. */
export function* chunksFrom(offset: number, size: number): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = offset; start < size; start += CHUNK_BYTES)
    yield { start, end: Math.min(start + CHUNK_BYTES, size) };
}

/** Largest file in bytes that can be uploaded in a bundle. */
export const MAX_SMALL_FILE_BYTES = 128 * 1024;
/** Minimum number of consecutive small files for a bundle; fewer are uploaded one by one. */
const MIN_BUNDLE_FILES = 8;

/**
 * Number of next files to upload in one bundle; 0 when the first is uploaded alone. No two files of a bundle have the
 * same target.
 */
export const bundleCount = (next: Iterable<{ readonly target: string; readonly size: number }>): number => {
  const targets = new Set<string>();
  let bytes = 0;
  for (const { target, size } of next) {
    bytes += size;
    if (
      size > MAX_SMALL_FILE_BYTES ||
      bytes > MAX_BUNDLE_BYTES ||
      targets.size === MAX_BUNDLE_FILES ||
      targets.has(target)
    )
      break;
    targets.add(target);
  }
  return targets.size < MIN_BUNDLE_FILES ? 0 : targets.size;
};

/** UPLOAD-07, G-18: progress in percent; 100 only when confirmed, 0 on failure. */
export const progressOf = (completed: number, total: number, state: TaskState): number => {
  if (state === 1) return 100;
  if (state === -1) return 0;
  return total === 0 ? 0 : Math.min(99, Math.floor((completed / total) * 100));
};

/** Result of a whole-body PUT (B68). */
export type PutOutcome =
  { readonly error: 0 } | { readonly error: -1; readonly status: number; readonly message: string };

/**
 * UPLOAD-32, ERR-154: 200 is error 0; anything else is -1 with the status and its message, 500 when there was no
 * status.
 */
export const putOutcome = (error: BoxError | null): PutOutcome => {
  if (error === null) return { error: 0 };
  const status = error._tag === 'Http' ? error.status : 500;
  return { error: -1, status, message: describeBoxError(error) };
};

/** UPLOAD-13, UPLOAD-14, ERR-153: an aborted upload is not a failure; every other error is. */
export const isUploadFailure = (error: BoxError): boolean => error._tag !== 'Aborted';
