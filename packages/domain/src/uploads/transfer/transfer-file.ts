import type { BoxError, Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { CHUNK_BYTES, GEN, MIN_SINGLE_BODY_BYTES } from '@boxwood/box-sdk';
import { copyName, fileTimeOf, isTargetFree, isIdentical, resumeOffset, toWholeSeconds } from '@boxwood/box-sdk/rules';
import { concat, concatMap, defer, EMPTY, type Observable, of, switchMap } from 'rxjs';
import { isUnreachable } from '../../outcome.ts';
import type { PreparedUpload, UploadPort, FileVersion } from '../port.ts';
import type { UploadProblem, UploadSource, UploadTask } from '../uploads.ts';

/** Progress of one upload, in order: started, sent…, then finished or failed. */
export type TransferProgress =
  | { readonly step: 'started'; readonly uuid: string; readonly completed: number }
  /** `held` is true once the box has confirmed these bytes. */
  | { readonly step: 'sent'; readonly completed: number; readonly held: boolean }
  | { readonly step: 'finished' }
  | { readonly step: 'failed'; readonly problem: UploadProblem };

/** The stored form of a failed call; null for a cancellation, which is not a failure (UPLOAD-14). */
export const problemOf = (error: BoxError): UploadProblem | null => {
  if (isUnreachable(error)) return { kind: 'network' };
  switch (error._tag) {
    case 'Aborted':
      return null;
    case 'Network':
    case 'Timeout':
      return { kind: 'network' };
    case 'Http':
      return { kind: 'http', status: error.status };
    case 'Malformed':
      return { kind: 'malformed' };
    case 'Refused':
      return {
        kind: 'refused',
        family: error.family,
        code: error.code,
        ...(error.info === undefined ? {} : { info: error.info }),
      };
  }
};

/** A problem as the failure whose message the user reads; null for one with its own message. */
export const failureOf = (problem: UploadProblem): BoxError | null => {
  switch (problem.kind) {
    case 'network':
      return { _tag: 'Network', cause: null };
    case 'http':
      return { _tag: 'Http', status: problem.status, body: '' };
    case 'malformed':
      return { _tag: 'Malformed', at: 'result', issues: [] };
    case 'unreadable':
      return null;
    case 'refused': {
      // Uploads are box calls, whose codes are the generic ones.
      const { code, info } = problem;
      return { _tag: 'Refused', family: 'GEN', code, ...(info === undefined ? {} : { info }), fields: {} };
    }
  }
};

const failed = (error: BoxError): Observable<TransferProgress> => {
  const problem = problemOf(error);
  return problem === null ? EMPTY : of({ step: 'failed', problem });
};

/** The offset that a 409 names (B67). */
const expectedStart = (error: BoxError): number | null => {
  if (error._tag !== 'Http' || error.status !== 409) return null;
  try {
    const body: unknown = JSON.parse(error.body);
    const start = typeof body === 'object' && body !== null && 'start' in body ? body.start : null;
    return typeof start === 'number' && Number.isInteger(start) && start >= 0 ? start : null;
  } catch {
    return null;
  }
};

/** Statuses that concern the upload itself (B67), whatever the form of the body. */
const UPLOAD_STATUSES: readonly number[] = [404, 409, 507];
/** A box or proxy that rejects a body of this size gets chunks. */
const wantsChunks = (error: BoxError): boolean => error._tag === 'Http' && !UPLOAD_STATUSES.includes(error.status);

/**
 * What the box receives about a file besides its size. With `keep`, the upload id identifies the upload until it ends,
 * across reloads.
 */
export const versionOf = ({ id, keep }: UploadTask, modified: number): FileVersion => ({
  mtime: fileTimeOf(modified),
  ...(keep === undefined ? {} : { keep: id }),
});

/** An upload that the box has prepared, with its final target. */
interface OpenedUpload extends PreparedUpload {
  readonly target: string;
}

/** Maximum number of names tried on a box that cannot keep both itself. */
const MAX_COPY_NAMES = 100;

/**
 * Sends one file: prepare, chunks of 8 MiB from the agreed offset, confirm (UPLOAD-08 to UPLOAD-12, G-17). A large file
 * of which the box has nothing is sent in one body. Unsubscribing aborts the current request.
 */
export const transferFile = (
  port: UploadPort,
  task: UploadTask,
  source: UploadSource,
): Observable<TransferProgress> => {
  const { size, lastModified } = source;
  const version = versionOf(task, lastModified);

  const onRight =
    <A>(next: (value: A) => Observable<TransferProgress>) =>
    (result: Either<BoxError, A>): Observable<TransferProgress> =>
      result._tag === 'Left' ? failed(result.left) : next(result.right);

  const open = (target: string, copies: number): Observable<Either<BoxError, OpenedUpload>> =>
    port.prepare(target, size, version).pipe(
      switchMap((result): Observable<Either<BoxError, OpenedUpload>> => {
        if (result._tag === 'Left') return of(result);
        const { supportsVersions, existing } = result.right;
        if (task.keep === undefined || supportsVersions || isTargetFree(existing))
          return of(right({ ...result.right, target }));
        if (copies === MAX_COPY_NAMES)
          return of(left<BoxError>({ _tag: 'Refused', family: 'GEN', code: GEN.invalid, fields: {} }));
        const folder = task.target.slice(0, task.target.lastIndexOf('/') + 1);
        return open(`${folder}${copyName(task.target.slice(folder.length), copies + 1, false)}`, copies + 1);
      }),
    );

  const confirm = ({ uuid, target }: OpenedUpload): Observable<TransferProgress> =>
    port
      .finish(target, size, uuid, toWholeSeconds(version.mtime))
      .pipe(switchMap(onRight(() => of<TransferProgress>({ step: 'finished' }))));

  const send = (opened: OpenedUpload, start: number, corrected: boolean): Observable<TransferProgress> =>
    defer(() => {
      if (start >= size) return confirm(opened);
      const end = Math.min(size, start + CHUNK_BYTES);
      let body: Blob;
      try {
        body = source.slice(start, end);
      } catch {
        return of<TransferProgress>({ step: 'failed', problem: { kind: 'unreadable' } });
      }
      return port.put(opened.uuid, start, body).pipe(
        concatMap((result) => {
          if (result._tag === 'Left') {
            const correct = expectedStart(result.left);
            return correct === null || corrected ? failed(result.left) : send(opened, Math.min(correct, size), true);
          }
          const news = result.right;
          if ('sentBytes' in news)
            return of<TransferProgress>({
              step: 'sent',
              completed: Math.min(start + news.sentBytes, end),
              held: false,
            });
          if (news.receivedBytes <= start)
            return of<TransferProgress>({ step: 'failed', problem: { kind: 'malformed' } });
          const held = Math.min(news.receivedBytes, size);
          return concat(of<TransferProgress>({ step: 'sent', completed: held, held: true }), send(opened, held, false));
        }),
      );
    });

  /** Sends the browser's own file object: slices would be read and sent chunk by chunk, at twice the cost. */
  const sendWhole = (opened: OpenedUpload, body: Blob): Observable<TransferProgress> =>
    port.putWhole(opened.uuid, body).pipe(
      concatMap((result) => {
        if (result._tag === 'Left') return wantsChunks(result.left) ? send(opened, 0, false) : failed(result.left);
        const news = result.right;
        if ('sentBytes' in news)
          return of<TransferProgress>({ step: 'sent', completed: Math.min(news.sentBytes, size), held: false });
        return news.receivedBytes === size
          ? confirm(opened)
          : of<TransferProgress>({ step: 'failed', problem: { kind: 'malformed' } });
      }),
    );

  return open(task.target, 0).pipe(
    switchMap(
      onRight((opened) => {
        const { uuid, existing, start } = opened;
        if (isIdentical(existing, { size, mtime: version.mtime })) return of<TransferProgress>({ step: 'finished' });
        const completed = resumeOffset({
          completed: task.completed,
          uuid: task.uuid,
          mtime: task.modified,
          reply: { uuid, start },
          fileMtime: lastModified,
        });
        const whole = completed === 0 && size >= MIN_SINGLE_BODY_BYTES && source instanceof Blob;
        return concat(
          of<TransferProgress>({ step: 'started', uuid, completed }),
          whole ? sendWhole(opened, source) : send(opened, completed, false),
        );
      }),
    ),
  );
};
