import type { BoxError, Client, Either, ResultOf } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { bytes, decode, parseJson, struct } from '@boxwood/command-bus/codecs';
import { copyName } from '../files/conflicts.ts';
import { CHUNK_BYTES, FinishUpload, PrepareUpload, PutChunk, WHOLE_BYTES } from './commands.ts';
import { fileTimeOf, isFree, isIdentical, secondOf } from './rules.ts';

/** What to upload. `read` gives the bytes from `start` up to `end` (exclusive), at most one chunk. */
export interface UploadSource {
  /** Where the file shall be on the box, with its name. */
  readonly target: string;
  readonly size: number;
  /**
   * Last modified, epoch seconds; the box gives the file this time, so that a repeated upload is recognised. As text it has as many digits as
   * are known, `1700000000.123456` ({@link FileTime}): in whole seconds a change within the same second goes unnoticed.
   */
  readonly mtime: number | string;
  /** Of the whole content, in hexadecimal, where it is known: an upload then goes on with this content only. */
  readonly sha256?: string;
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer> | Blob>;
  /** Everything from `start` on as one body, where it need not be in memory for it: of a large file the box has it in one piece. */
  readonly rest?: (start: number) => Promise<Blob>;
}

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** Bytes the box holds or has been sent, of `size`. */
  readonly onProgress?: (sent: number, size: number) => void;
  /**
   * Keeps what stands at the target: the file takes the first free name beside it (`a_copy.txt`), which the result tells. A name of your own
   * for this one upload ({@link KeepId}); say the same when you call again after a failure.
   */
  readonly keep?: string;
}

/** `identical`: the box had the very file already and nothing was sent (UPLOAD-09). */
export interface Uploaded {
  readonly path: string;
  readonly identical: boolean;
  /** Where the transfer went on; above zero when an earlier one was interrupted. */
  readonly resumedAt: number;
}

const wrongStart = struct({
  /** Where to go on. */
  start: bytes,
});

/** The offset a 409 names; undefined for any other failure. */
const startOf = (error: BoxError): number | undefined => {
  if (error._tag !== 'Http' || error.status !== 409) return undefined;
  const body = parseJson(error.body);
  const decoded = body._tag === 'Right' ? decode(wrongStart, body.right) : body;
  return decoded._tag === 'Right' ? decoded.right.start : undefined;
};

/** A time in the form of `FileTime`. */
export const timeOf = (mtime: number | string): string =>
  typeof mtime === 'string' ? mtime : Number.isInteger(mtime) ? String(mtime) : fileTimeOf(Math.round(mtime * 1000));

/** The statuses that say something of the upload itself (B67); a box or a proxy that takes no body so long takes chunks. */
const OF_THE_UPLOAD: readonly number[] = [404, 409, 507];
const wantsChunks = (error: BoxError): boolean => error._tag === 'Http' && !OF_THE_UPLOAD.includes(error.status);

/** What was asked for, and what the box said to it. */
interface Opened {
  readonly target: string;
  readonly answer: ResultOf<typeof PrepareUpload>;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Opens an upload; where a box does not know how to keep both, the first name is taken that it says is free. */
const open = async (
  client: Pick<Client, 'exec'>,
  { target, size, sha256 }: UploadSource,
  mtime: string,
  { signal, keep }: UploadOptions,
): Promise<Either<BoxError, Opened>> => {
  const more = { mtime, ...(sha256 === undefined ? {} : { sha256 }), ...(keep === undefined ? {} : { keep }) };
  for (let copies = 0, at = target; ; copies += 1) {
    const answer = await client.exec(
      PrepareUpload,
      { target: at, size, more },
      signal === undefined ? {} : { signal },
    )();
    if (answer._tag === 'Left') return answer;
    const { baseinfo, more: understood } = answer.right;
    if (keep === undefined || understood === 1 || isFree(baseinfo)) return right({ target: at, answer: answer.right });
    const folder = folderOf(target);
    at = `${folder}${copyName(target.slice(folder.length), copies + 1, false)}`;
  }
};

/**
 * Uploads one file: prepares, sends chunks of 8 MiB from where the box left off - or all that is left in one body, where the source can give it
 * so and it is long -, confirms (UPLOAD-08 to UPLOAD-12, G-17). Call it again after a failure and it resumes, if the file is the same by its time. Replaces what stands at the target, unless told to keep it.
 *
 * @example
 * ```ts
 * const data = new TextEncoder().encode('milk, bread');
 * const result = await uploadFile(box, {
 *   target: '/mnt/usb1/annabel/list.txt',
 *   size: data.length,
 *   mtime: 1_760_000_000,
 *   read: (start, end) => Promise.resolve(data.slice(start, end)),
 * });
 * ```
 */
export const uploadFile = async (
  client: Pick<Client, 'exec' | 'transfer'>,
  source: UploadSource,
  upload: UploadOptions = {},
): Promise<Either<BoxError, Uploaded>> => {
  const { signal, onProgress } = upload;
  const options = signal === undefined ? {} : { signal };
  const { size } = source;
  const mtime = timeOf(source.mtime);
  const opened = await open(client, source, mtime, upload);
  if (opened._tag === 'Left') return opened;
  const { target } = opened.right;
  const { uuid, baseinfo, start = 0, more, path = target } = opened.right.answer;
  if (isIdentical(baseinfo, { size, mtime })) return right({ path, identical: true, resumedAt: size });

  // A box that does not know of versions may hold the beginning of another one.
  const resumedAt = more === 1 ? Math.min(start, size) : 0;
  let offset = resumedAt;
  let corrected = false;
  // The specification's box takes no body longer than a chunk.
  let rest = more === 1 && size - resumedAt >= WHOLE_BYTES ? source.rest : undefined;
  while (offset < size) {
    const from = offset;
    const end = rest === undefined ? Math.min(size, from + CHUNK_BYTES) : size;
    const body = await (rest === undefined ? source.read(from, end) : rest(from));
    const sent = await client.transfer(
      PutChunk,
      { uuid, start: from, ...(rest === undefined ? {} : { whole: '1' }) },
      body,
      onProgress === undefined ? options : { ...options, onProgress: (count) => onProgress(from + count, size) },
    )();
    if (sent._tag === 'Right') {
      offset = sent.right.size ?? end;
      if (offset <= from) return left({ _tag: 'Malformed', at: 'result', issues: ['size: the box took nothing'] });
      onProgress?.(offset, size);
      continue;
    }
    if (rest !== undefined && wantsChunks(sent.left)) {
      rest = undefined;
      continue;
    }
    const correct = startOf(sent.left);
    if (correct === undefined || corrected) return sent;
    corrected = true;
    offset = Math.min(correct, size);
  }
  const ctime = secondOf(mtime);
  const done = await client.exec(FinishUpload, { target, size, reserved: '0', uuid, ctime }, options)();
  return done._tag === 'Left'
    ? done
    : right({ path: done.right.path === '' ? target : done.right.path, identical: false, resumedAt });
};
