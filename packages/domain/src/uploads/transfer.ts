import type { BoxError, Either } from '@boxwood/command-bus';
import { CHUNK_BYTES, WHOLE_BYTES } from '@boxwood/box-sdk';
import { isIdentical, resumeOffset } from '@boxwood/box-sdk/rules';
import { concat, concatMap, defer, EMPTY, type Observable, of, switchMap } from 'rxjs';
import type { UploadPort } from './port.ts';
import type { UploadProblem, UploadSource, UploadTask } from './uploads.ts';

/** What happens to one upload, in order: started, sent…, then finished or failed. */
export type TransferNews =
  | { readonly step: 'started'; readonly uuid: string; readonly completed: number }
  /** `held` is true once the box has confirmed these bytes. */
  | { readonly step: 'sent'; readonly completed: number; readonly held: boolean }
  | { readonly step: 'finished' }
  | { readonly step: 'failed'; readonly problem: UploadProblem };

/** How a failed call is kept; null for a cancellation, which is not a failure (UPLOAD-14). */
export const problemOf = (error: BoxError): UploadProblem | null => {
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
      return { kind: 'refused', family: error.family, code: error.code };
  }
};

const failed = (error: BoxError): Observable<TransferNews> => {
  const problem = problemOf(error);
  return problem === null ? EMPTY : of({ step: 'failed', problem });
};

/** The offset that a 409 names (B67). */
const rightStart = (error: BoxError): number | null => {
  if (error._tag !== 'Http' || error.status !== 409) return null;
  try {
    const body: unknown = JSON.parse(error.body);
    const start = typeof body === 'object' && body !== null && 'start' in body ? body.start : null;
    return typeof start === 'number' && Number.isInteger(start) && start >= 0 ? start : null;
  } catch {
    return null;
  }
};

const isTooLong = (error: BoxError): boolean => error._tag === 'Http' && error.status === 413;

/**
 * Sends one file: prepare, chunks of 8 MiB from where both sides agree, confirm (UPLOAD-08 to UPLOAD-12, G-17). A large file of which the
 * box has nothing goes in one body.
 * Unsubscribing aborts whatever request is under way.
 */
export const transfer = (port: UploadPort, task: UploadTask, source: UploadSource): Observable<TransferNews> => {
  const { size, lastModified } = source;

  const onRight =
    <A>(next: (value: A) => Observable<TransferNews>) =>
    (result: Either<BoxError, A>): Observable<TransferNews> =>
      result._tag === 'Left' ? failed(result.left) : next(result.right);

  const confirm = (uuid: string): Observable<TransferNews> =>
    port
      .finish(task.target, size, uuid, Math.floor(lastModified / 1000))
      .pipe(switchMap(onRight(() => of<TransferNews>({ step: 'finished' }))));

  const send = (uuid: string, start: number, corrected: boolean): Observable<TransferNews> =>
    defer(() => {
      if (start >= size) return confirm(uuid);
      const end = Math.min(size, start + CHUNK_BYTES);
      let body: Blob;
      try {
        body = source.slice(start, end);
      } catch {
        return of<TransferNews>({ step: 'failed', problem: { kind: 'unreadable' } });
      }
      return port.put(uuid, start, body).pipe(
        concatMap((result) => {
          if (result._tag === 'Left') {
            const correct = rightStart(result.left);
            return correct === null || corrected ? failed(result.left) : send(uuid, Math.min(correct, size), true);
          }
          const news = result.right;
          if ('sent' in news)
            return of<TransferNews>({ step: 'sent', completed: Math.min(start + news.sent, end), held: false });
          if (news.held <= start) return of<TransferNews>({ step: 'failed', problem: { kind: 'malformed' } });
          const held = Math.min(news.held, size);
          return concat(of<TransferNews>({ step: 'sent', completed: held, held: true }), send(uuid, held, false));
        }),
      );
    });

  /** The file as the browser has it: a slice of it would be read and handed over piece by piece, at twice the cost. */
  const sendWhole = (uuid: string, body: Blob): Observable<TransferNews> =>
    port.putWhole(uuid, body).pipe(
      concatMap((result) => {
        // A box or a proxy that takes no body so long takes chunks.
        if (result._tag === 'Left') return isTooLong(result.left) ? send(uuid, 0, false) : failed(result.left);
        const news = result.right;
        if ('sent' in news)
          return of<TransferNews>({ step: 'sent', completed: Math.min(news.sent, size), held: false });
        return news.held === size
          ? confirm(uuid)
          : of<TransferNews>({ step: 'failed', problem: { kind: 'malformed' } });
      }),
    );

  return port.prepare(task.target, size).pipe(
    switchMap(
      onRight(({ uuid, existing, start }) => {
        if (isIdentical(existing, source) && existing.mtime_sec > 0) return of<TransferNews>({ step: 'finished' });
        const completed = resumeOffset({
          completed: task.completed,
          uuid: task.uuid,
          mtime: task.modified,
          answered: { uuid, start },
          fileMtime: lastModified,
        });
        const whole = completed === 0 && size >= WHOLE_BYTES && source instanceof Blob;
        return concat(
          of<TransferNews>({ step: 'started', uuid, completed }),
          whole ? sendWhole(uuid, source) : send(uuid, completed, false),
        );
      }),
    ),
  );
};
