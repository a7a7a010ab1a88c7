import type { BoxError, Client, Either, ResultOf } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { bytes, decode, parseJson, struct } from '@boxwood/command-bus/codecs';
import { copyName } from '../files/name-conflicts.ts';
import { CHUNK_BYTES, FinishUpload, PrepareUpload, PutChunk, MIN_SINGLE_BODY_BYTES } from './transfer-commands.ts';
import { fileTimeOf, isTargetFree, isIdentical, toWholeSeconds } from './transfer-rules.ts';

/** A file to upload. `read` returns the bytes from `start` up to `end` (exclusive), at most one chunk. */
export interface UploadSource {
  /** Path of the file on the box, including its name. */
  readonly target: string;
  readonly size: number;
  /**
   * Last modified, epoch seconds; the box sets this time on the file, so that a repeated upload is recognised. A text
   * has all known digits, `1700000000.123456` ({@link FileTime}): with whole seconds a change within the same second is
   * not detected.
   */
  readonly mtime: number | string;
  /** SHA-256 of the whole content, in hexadecimal, if known: the upload then resumes only with this content. */
  readonly sha256?: string;
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer> | Blob>;
  /**
   * Returns everything from `start` on as one body, if that does not need to be in memory: large files are then sent in
   * one request.
   */
  readonly rest?: (start: number) => Promise<Blob>;
}

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** Called with the bytes that the box has or that were sent, of `size`. */
  readonly onProgress?: (sentBytes: number, size: number) => void;
  /**
   * Keeps an existing file at the target: the upload uses the first free name (`a_copy.txt`), which the result
   * contains. The value is a unique id for this upload ({@link KeepBothId}); pass the same one when you retry after a
   * failure.
   */
  readonly keep?: string;
}

/** Result of an upload. `identical`: the box already had the same file and nothing was sent (UPLOAD-09). */
export interface UploadResult {
  readonly path: string;
  readonly identical: boolean;
  /** Offset at which the transfer resumed; above zero after an interrupted upload. */
  readonly resumedAt: number;
}

const wrongStart = struct({
  /** Offset to resume at. */
  start: bytes,
});

/** The offset in the body of a 409; undefined for any other failure. */
const correctStartOf = (error: BoxError): number | undefined => {
  if (error._tag !== 'Http' || error.status !== 409) return undefined;
  const body = parseJson(error.body);
  const decoded = body._tag === 'Right' ? decode(wrongStart, body.right) : body;
  return decoded._tag === 'Right' ? decoded.right.start : undefined;
};

/** A time in the form of `FileTime`. */
export const toFileTime = (mtime: number | string): string =>
  typeof mtime === 'string' ? mtime : Number.isInteger(mtime) ? String(mtime) : fileTimeOf(Math.round(mtime * 1000));

/**
 * Statuses that concern the upload itself (B67). Any other status means that a box or a proxy refuses a body of this
 * length, and the upload falls back to chunks.
 */
const UPLOAD_STATUSES: readonly number[] = [404, 409, 507];
const requiresChunks = (error: BoxError): boolean => error._tag === 'Http' && !UPLOAD_STATUSES.includes(error.status);

/** The prepared target, and the answer of the box. */
interface PreparedUpload {
  readonly target: string;
  readonly answer: ResultOf<typeof PrepareUpload>;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Prepares an upload. For a box that cannot keep both files, it tries copy names until the box reports a free one. */
const prepareUpload = async (
  client: Pick<Client, 'exec'>,
  { target, size, sha256 }: UploadSource,
  mtime: string,
  { signal, keep }: UploadOptions,
): Promise<Either<BoxError, PreparedUpload>> => {
  const more = { mtime, ...(sha256 === undefined ? {} : { sha256 }), ...(keep === undefined ? {} : { keep }) };
  for (let copies = 0, candidate = target; ; copies += 1) {
    const answer = await client.exec(
      PrepareUpload,
      { target: candidate, size, more },
      signal === undefined ? {} : { signal },
    )();
    if (answer._tag === 'Left') return answer;
    const { baseinfo, more: supportsMore } = answer.right;
    if (keep === undefined || supportsMore === 1 || isTargetFree(baseinfo))
      return right({ target: candidate, answer: answer.right });
    const folder = folderOf(target);
    candidate = `${folder}${copyName(target.slice(folder.length), copies + 1, false)}`;
  }
};

/**
 * Uploads one file: prepares, sends chunks of 8 MiB from the offset that the box reports - or all remaining bytes in
 * one body, if the source supports that and the file is large - and confirms (UPLOAD-08 to UPLOAD-12, G-17). Call it
 * again after a failure to resume, if the file has the same time. Replaces an existing target unless `keep` is set.
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
): Promise<Either<BoxError, UploadResult>> => {
  const { signal, onProgress } = upload;
  const options = signal === undefined ? {} : { signal };
  const { size } = source;
  const mtime = toFileTime(source.mtime);
  const prepared = await prepareUpload(client, source, mtime, upload);
  if (prepared._tag === 'Left') return prepared;
  const { target } = prepared.right;
  const { uuid, baseinfo, start = 0, more, path = target } = prepared.right.answer;
  if (isIdentical(baseinfo, { size, mtime })) return right({ path, identical: true, resumedAt: size });

  // A box without versions may hold bytes of another version, so the upload starts at 0.
  const resumedAt = more === 1 ? Math.min(start, size) : 0;
  let offset = resumedAt;
  let corrected = false;
  // A box of the specification accepts no body longer than a chunk.
  let rest = more === 1 && size - resumedAt >= MIN_SINGLE_BODY_BYTES ? source.rest : undefined;
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
    if (rest !== undefined && requiresChunks(sent.left)) {
      rest = undefined;
      continue;
    }
    const correct = correctStartOf(sent.left);
    if (correct === undefined || corrected) return sent;
    corrected = true;
    offset = Math.min(correct, size);
  }
  const ctime = toWholeSeconds(mtime);
  const done = await client.exec(FinishUpload, { target, size, reserved: '0', uuid, ctime }, options)();
  return done._tag === 'Left'
    ? done
    : right({ path: done.right.path === '' ? target : done.right.path, identical: false, resumedAt });
};
