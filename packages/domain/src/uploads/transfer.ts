import type { BoxError, Either } from '@boxwood/command-bus';
import { CHUNK_BYTES } from '@boxwood/box-sdk';
import { chunksFrom, isIdentical, resumeOffset } from '@boxwood/box-sdk/rules';
import {
  concat,
  concatMap,
  defer,
  EMPTY,
  from,
  map,
  mergeMap,
  type Observable,
  of,
  repeat,
  switchMap,
  take,
  takeWhile,
  tap,
} from 'rxjs';
import type { Clock } from '../time/clock.ts';
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

/** What happens to one chunk. */
type ChunkNews =
  | { readonly step: 'sent'; readonly start: number; readonly completed: number; readonly held: boolean }
  | { readonly step: 'refused'; readonly error: BoxError }
  | { readonly step: 'failed'; readonly problem: UploadProblem };

/** Bytes per second from which a chunk goes out while the one before it is still on its way: what a request costs is hidden behind bytes. */
const QUICK = CHUNK_BYTES;
/** Chunks on their way at once on a quick line. On a slow one they would only share it, and more would be lost with it. */
const AHEAD = 2;
/** So many chunks follow each other before the speed of the line is looked at again. */
const RUN = 16;

/**
 * Sends one file: prepare, chunks of 8 MiB from where both sides agree, confirm (UPLOAD-08 to UPLOAD-12, G-17).
 * Unsubscribing aborts whatever request is under way.
 */
export const transfer = (
  port: UploadPort,
  task: UploadTask,
  source: UploadSource,
  clock: Clock,
): Observable<TransferNews> => {
  const { size, lastModified } = source;

  const onRight =
    <A>(next: (value: A) => Observable<TransferNews>) =>
    (result: Either<BoxError, A>): Observable<TransferNews> =>
      result._tag === 'Left' ? failed(result.left) : next(result.right);

  const confirm = (uuid: string): Observable<TransferNews> =>
    port
      .finish(task.target, size, uuid, Math.floor(lastModified / 1000))
      .pipe(switchMap(onRight(() => of<TransferNews>({ step: 'finished' }))));

  const chunk = (
    uuid: string,
    { start, end }: { readonly start: number; readonly end: number },
  ): Observable<ChunkNews> =>
    defer(() => {
      let body: Blob;
      try {
        body = source.slice(start, end);
      } catch {
        return of<ChunkNews>({ step: 'failed', problem: { kind: 'unreadable' } });
      }
      return port.put(uuid, start, body).pipe(
        map((result): ChunkNews => {
          if (result._tag === 'Left') return { step: 'refused', error: result.left };
          const news = result.right;
          if ('sent' in news) return { step: 'sent', start, completed: Math.min(start + news.sent, end), held: false };
          if (news.held <= start) return { step: 'failed', problem: { kind: 'malformed' } };
          return { step: 'sent', start, completed: Math.min(news.held, size), held: true };
        }),
      );
    });

  const send = (uuid: string, offset: number): Observable<TransferNews> =>
    defer(() => {
      let held = offset;
      let corrected = false;
      let quick = false;
      let over = offset >= size;
      const hear = (news: ChunkNews): Observable<TransferNews> => {
        switch (news.step) {
          case 'sent':
            // What goes ahead counts once the chunk before it is held; its answer may be the first to be heard.
            if (news.held) [held, corrected] = [Math.max(held, news.completed), false];
            else if (news.start > held) return EMPTY;
            return of<TransferNews>({ step: 'sent', completed: news.held ? held : news.completed, held: news.held });
          case 'failed':
            over = true;
            return of(news);
          case 'refused': {
            const correct = corrected ? null : rightStart(news.error);
            over = correct === null;
            if (correct === null) return failed(news.error);
            [held, corrected] = [Math.min(correct, size), true];
            return EMPTY;
          }
        }
      };
      const run = defer(() => {
        const [begun, before] = [clock.now(), held];
        return from(chunksFrom(held, size)).pipe(
          take(quick ? RUN : 1),
          mergeMap((range) => chunk(uuid, range), quick ? AHEAD : 1),
          takeWhile(({ step }) => step === 'sent', true),
          concatMap(hear),
          tap({
            complete: () => {
              quick = !corrected && held - before > ((clock.now() - begun) / 1000) * QUICK;
              over ||= held >= size;
            },
          }),
        );
      });
      return concat(
        run.pipe(repeat({ delay: () => (over ? EMPTY : of(null)) })),
        defer(() => (held >= size ? confirm(uuid) : EMPTY)),
      );
    });

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
        return concat(of<TransferNews>({ step: 'started', uuid, completed }), send(uuid, completed));
      }),
    ),
  );
};
