import type { BoxError, Client, Either } from '@boxwood/command-bus';
import { GEN, left, right } from '@boxwood/command-bus';
import { isNotOffered } from '../not-offered.ts';
import { FinishUploads, PrepareUploads, PutChunk } from './transfer-commands.ts';
import { toWholeSeconds } from './transfer-rules.ts';
import { toFileTime } from './upload.ts';
import type { UploadResult, UploadSource } from './upload.ts';

/** `SourceReadError`: an error thrown by the source while it was read, not by the box. */
export type SendError = BoxError | { readonly _tag: 'Unread'; readonly cause: unknown };

/** Result for one file of a bundle; `apart`: the file must be uploaded separately. */
export type BundleMemberResult = Either<SendError, UploadResult> | 'apart';

interface BundledSource {
  readonly source: UploadSource;
  readonly bytes: Uint8Array;
}

const toBytes = async (data: Uint8Array | Blob): Promise<Uint8Array> =>
  data instanceof Uint8Array ? data : new Uint8Array(await data.arrayBuffer());

/** Reads all bytes of a small file; fails when their number differs from the announced size. */
export const readWhole = async (source: UploadSource): Promise<Either<SendError, Uint8Array>> => {
  try {
    const bytes = await toBytes(await source.read(0, source.size));
    return bytes.length === source.size
      ? right(bytes)
      : left({ _tag: 'Unread', cause: new Error(`${source.target}: ${bytes.length} bytes instead of ${source.size}`) });
  } catch (cause) {
    return left({ _tag: 'Unread', cause });
  }
};

const concatBytes = (chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
};

const refusedResult = (code: number): Either<SendError, never> =>
  left({ _tag: 'Refused', family: 'GEN', code, fields: {} });

const sentResult = (path: string): Either<SendError, UploadResult> => right({ path, identical: false, resumedAt: 0 });

/**
 * Uploads small files together: prepare, one body with the bytes of the files that the box requests, confirm. A failure
 * of the whole bundle is a Left; on a retry the box knows which files have arrived.
 */
export const sendBundle = async (
  client: Pick<Client, 'exec' | 'transfer'>,
  sources: readonly UploadSource[],
  signal?: AbortSignal,
  keep?: (source: UploadSource) => string,
): Promise<Either<BoxError, readonly BundleMemberResult[]>> => {
  const options = signal === undefined ? {} : { signal };
  const allSeparate = right(sources.map((): BundleMemberResult => 'apart'));
  const files = sources.map((source) => {
    const time = toFileTime(source.mtime);
    const id = keep?.(source);
    return {
      target: source.target,
      size: source.size,
      mtime: toWholeSeconds(time),
      time,
      ...(id === undefined ? {} : { keep: id }),
    };
  });
  const prepared = await client.exec(PrepareUploads, { files }, options)();
  if (prepared._tag === 'Left') return isNotOffered(prepared.left) ? allSeparate : prepared;
  const { list, uuid, more } = prepared.right;
  if (list.length !== sources.length || (keep !== undefined && more !== 1)) return allSeparate;

  const members = new Map<UploadSource, BundleMemberResult>();
  const sourcesToSend: BundledSource[] = [];
  for (const [index, source] of sources.entries()) {
    const { error, have } = list[index] ?? { error: GEN.busy, have: 0 };
    // The bundle needs more new folders than one call creates, so this file is uploaded separately.
    if (error === GEN.busy) members.set(source, 'apart');
    else if (error !== 0) members.set(source, refusedResult(error));
    else if (have === 1) members.set(source, right({ path: source.target, identical: true, resumedAt: source.size }));
    else {
      const bytes = await readWhole(source);
      // The body must hold the announced bytes of every file, so one unreadable file makes the others upload
      // separately.
      if (bytes._tag === 'Left') return allSeparate;
      sourcesToSend.push({ source, bytes: bytes.right });
    }
  }
  if (sourcesToSend.length > 0) {
    if (uuid === undefined) return allSeparate;
    const body = concatBytes(sourcesToSend.map(({ bytes }) => bytes));
    if (body.length > 0) {
      const put = await client.transfer(PutChunk, { uuid, start: 0 }, body, options)();
      if (put._tag === 'Left') return put;
    }
    const done = await client.exec(FinishUploads, { uuid }, options)();
    if (done._tag === 'Left') return done;
    for (const [index, { source }] of sourcesToSend.entries()) {
      const { error, path } = done.right.list[index] ?? { error: GEN.busy, path: undefined };
      members.set(
        source,
        error === 0 ? sentResult(path ?? source.target) : error === GEN.busy ? 'apart' : refusedResult(error),
      );
    }
  }
  return right(sources.map((source) => members.get(source) ?? 'apart'));
};
