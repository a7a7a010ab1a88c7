import type { BoxError, Client, Either } from '@boxwood/command-bus';
import { GEN, left, right } from '@boxwood/command-bus';
import { isNotOffered } from '../not-offered.ts';
import { FinishUploads, PrepareUploads, PutChunk } from './commands.ts';
import { secondOf } from './rules.ts';
import { timeOf } from './upload.ts';
import type { Uploaded, UploadSource } from './upload.ts';

/** `Unread`: an error thrown by the source while it was read, not by the box. */
export type SendError = BoxError | { readonly _tag: 'Unread'; readonly cause: unknown };

/** Result for one file of a bundle; `apart`: the file must be uploaded separately. */
export type Member = Either<SendError, Uploaded> | 'apart';

interface Wanted {
  readonly source: UploadSource;
  readonly bytes: Uint8Array;
}

const bytesOf = async (piece: Uint8Array | Blob): Promise<Uint8Array> =>
  piece instanceof Uint8Array ? piece : new Uint8Array(await piece.arrayBuffer());

/** Reads all bytes of a small file; fails when their number differs from the announced size. */
export const readWhole = async (source: UploadSource): Promise<Either<SendError, Uint8Array>> => {
  try {
    const bytes = await bytesOf(await source.read(0, source.size));
    return bytes.length === source.size
      ? right(bytes)
      : left({ _tag: 'Unread', cause: new Error(`${source.target}: ${bytes.length} bytes instead of ${source.size}`) });
  } catch (cause) {
    return left({ _tag: 'Unread', cause });
  }
};

const joined = (pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
};

const refused = (code: number): Either<SendError, never> => left({ _tag: 'Refused', family: 'GEN', code, fields: {} });

const sent = (path: string): Either<SendError, Uploaded> => right({ path, identical: false, resumedAt: 0 });

/**
 * Uploads small files together: prepare, one body with the bytes of the files that the box requests, confirm. A failure
 * of the whole bundle is a Left; on a retry the box knows which files have arrived.
 */
export const sendBundle = async (
  client: Pick<Client, 'exec' | 'transfer'>,
  sources: readonly UploadSource[],
  signal?: AbortSignal,
  keep?: (source: UploadSource) => string,
): Promise<Either<BoxError, readonly Member[]>> => {
  const options = signal === undefined ? {} : { signal };
  const apart = right(sources.map((): Member => 'apart'));
  const files = sources.map((source) => {
    const time = timeOf(source.mtime);
    const id = keep?.(source);
    return {
      target: source.target,
      size: source.size,
      mtime: secondOf(time),
      time,
      ...(id === undefined ? {} : { keep: id }),
    };
  });
  const prepared = await client.exec(PrepareUploads, { files }, options)();
  if (prepared._tag === 'Left') return isNotOffered(prepared.left) ? apart : prepared;
  const { list, uuid, more } = prepared.right;
  if (list.length !== sources.length || (keep !== undefined && more !== 1)) return apart;

  const members = new Map<UploadSource, Member>();
  const wanted: Wanted[] = [];
  for (const [at, source] of sources.entries()) {
    const { error, have } = list[at] ?? { error: GEN.busy, have: 0 };
    // The bundle needs more new folders than one call creates, so this file is uploaded separately.
    if (error === GEN.busy) members.set(source, 'apart');
    else if (error !== 0) members.set(source, refused(error));
    else if (have === 1) members.set(source, right({ path: source.target, identical: true, resumedAt: source.size }));
    else {
      const bytes = await readWhole(source);
      // The body must hold the announced bytes of every file, so one unreadable file makes the others upload
      // separately.
      if (bytes._tag === 'Left') return apart;
      wanted.push({ source, bytes: bytes.right });
    }
  }
  if (wanted.length > 0) {
    if (uuid === undefined) return apart;
    const body = joined(wanted.map(({ bytes }) => bytes));
    if (body.length > 0) {
      const put = await client.transfer(PutChunk, { uuid, start: 0 }, body, options)();
      if (put._tag === 'Left') return put;
    }
    const done = await client.exec(FinishUploads, { uuid }, options)();
    if (done._tag === 'Left') return done;
    for (const [at, { source }] of wanted.entries()) {
      const { error, path } = done.right.list[at] ?? { error: GEN.busy, path: undefined };
      members.set(source, error === 0 ? sent(path ?? source.target) : error === GEN.busy ? 'apart' : refused(error));
    }
  }
  return right(sources.map((source) => members.get(source) ?? 'apart'));
};
