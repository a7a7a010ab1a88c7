import type { BoxError, Client, Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { bytes, decode, parseJson, struct } from '@boxwood/command-bus/codecs';
import { CHUNK_BYTES, FinishUpload, PrepareUpload, PutChunk } from './commands.ts';

/** What to upload. `read` gives the bytes from `start` up to `end` (exclusive), at most one chunk. */
export interface UploadSource {
  /** Where the file shall be on the box, with its name. */
  readonly target: string;
  readonly size: number;
  /** Last modified, epoch seconds; the box gives the file this time, so a repeated upload is recognised. */
  readonly mtime: number;
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer> | Blob>;
}

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** Bytes the box holds or has been sent, of `size`. */
  readonly onProgress?: (sent: number, size: number) => void;
}

/** `identical`: the box had the very file already and nothing was sent (UPLOAD-09). */
export interface Uploaded {
  readonly path: string;
  readonly identical: boolean;
  /** Where the transfer went on; above zero when an earlier one was interrupted. */
  readonly resumedAt: number;
}

const wrongStart = struct({ start: bytes });

/** The offset a 409 names; undefined for any other failure. */
const startOf = (error: BoxError): number | undefined => {
  if (error._tag !== 'Http' || error.status !== 409) return undefined;
  const body = parseJson(error.body);
  const decoded = body._tag === 'Right' ? decode(wrongStart, body.right) : body;
  return decoded._tag === 'Right' ? decoded.right.start : undefined;
};

/**
 * Uploads one file: prepares, sends chunks of 8 MiB from where the box left off, confirms (UPLOAD-08 to UPLOAD-12, G-17). Call it
 * again after a failure and it resumes. Replaces what stands at the target.
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
  { signal, onProgress }: UploadOptions = {},
): Promise<Either<BoxError, Uploaded>> => {
  const options = signal === undefined ? {} : { signal };
  const { target, size, mtime } = source;
  const prepared = await client.exec(PrepareUpload, { target, size }, options)();
  if (prepared._tag === 'Left') return prepared;
  const { uuid, baseinfo, start = 0 } = prepared.right;
  if (size > 0 && baseinfo.size === size && baseinfo.mtime_sec === mtime)
    return right({ path: target, identical: true, resumedAt: size });

  let offset = Math.min(start, size);
  let corrected = false;
  while (offset < size) {
    const from = offset;
    const end = Math.min(size, from + CHUNK_BYTES);
    const body = await source.read(from, end);
    const sent = await client.transfer(
      PutChunk,
      { uuid, start: from },
      body,
      onProgress === undefined ? options : { ...options, onProgress: (count) => onProgress(from + count, size) },
    )();
    if (sent._tag === 'Right') {
      offset = sent.right.size ?? end;
      if (offset <= from) return left({ _tag: 'Malformed', at: 'result', issues: ['size: the box took nothing'] });
      onProgress?.(offset, size);
      continue;
    }
    const correct = startOf(sent.left);
    if (correct === undefined || corrected) return sent;
    corrected = true;
    offset = Math.min(correct, size);
  }
  const done = await client.exec(FinishUpload, { target, size, reserved: '0', uuid, ctime: mtime }, options)();
  return done._tag === 'Left' ? done : right({ path: done.right.path, identical: false, resumedAt: start });
};
