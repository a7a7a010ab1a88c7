import type { BoxError, Either } from '@boxwood/command-bus';
import { MAX_BUNDLE_FILES } from '@boxwood/box-sdk';
import { bundleCount } from '@boxwood/box-sdk/rules';
import { concat, concatMap, EMPTY, merge, type Observable, of, switchMap } from 'rxjs';
import type { UploadPort } from '../port.ts';
import { versionOf } from './transfer-file.ts';
import type { UploadProblem, UploadSource, UploadTask } from '../uploads.ts';

/** An upload and its file. */
export interface BundleMember {
  readonly task: UploadTask;
  readonly file: UploadSource;
}

/** Result for one file of a bundle: the box had it (UPLOAD-09), it was sent, or a problem. */
export type MemberOutcome = 'there' | 'sent' | UploadProblem;

/** Progress of a bundle, in order: started, sent…, held, then settled or apart. */
export type BundleNews =
  /** `first`: index of the member that is shown as active. */
  | { readonly step: 'started'; readonly uuid: string; readonly first: number }
  | { readonly step: 'sent'; readonly bytes: number }
  /** The box has all bytes but has yet to confirm them. */
  | { readonly step: 'held' }
  | { readonly step: 'settled'; readonly uuid: string; readonly outcomes: readonly MemberOutcome[] }
  /** The bundle failed; problems show when the files are sent one by one. */
  | { readonly step: 'apart' };

/**
 * All bytes of a file, with the size read when it was queued, because a browser accesses the disk for every read of
 * size or time. If the file changed, the byte count differs and the files are sent one by one.
 */
const wholeBody = (file: UploadSource, size: number): Blob => (file instanceof Blob ? file : file.slice(0, size));

/**
 * The next waiting uploads that can be sent together: small ones with nothing sent yet, in order. Empty when the next
 * one is sent alone.
 */
export const nextBundle = (
  waiting: Iterable<UploadTask>,
  fileOf: (task: UploadTask) => UploadSource | undefined,
): readonly BundleMember[] => {
  const members: BundleMember[] = [];
  for (const task of waiting) {
    const file = task.completed === 0 ? fileOf(task) : undefined;
    if (file === undefined || members.push({ task, file }) === MAX_BUNDLE_FILES) break;
  }
  return members.slice(0, bundleCount(members.map(({ task: { target, total } }) => ({ target, size: total }))));
};

const refused = (code: number): MemberOutcome => ({ kind: 'refused', family: 'GEN', code });

/**
 * Sends small files together: prepare, one body with the bytes of the files the box wants, confirm. The same steps as
 * for one file; no file is finished before the box confirms it (UPLOAD-12). Unsubscribing aborts the current request.
 */
export const transferBundle = (port: UploadPort, members: readonly BundleMember[]): Observable<BundleNews> => {
  const onRight =
    <A>(next: (value: A) => Observable<BundleNews>) =>
    (result: Either<BoxError, A>): Observable<BundleNews> => {
      if (result._tag === 'Right') return next(result.right);
      return result.left._tag === 'Aborted' ? EMPTY : of({ step: 'apart' });
    };
  const files = members.map(({ task }) => ({
    target: task.target,
    size: task.total,
    ...versionOf(task, task.modified),
  }));
  const isKeepingBoth = members.some(({ task }) => task.keep !== undefined);

  return port.prepareMany(files).pipe(
    switchMap(
      onRight(({ uuid, list, supportsVersions }) => {
        // A box without support for keeping both is asked for a free name file by file.
        if (list.length !== members.length || (isKeepingBoth && !supportsVersions)) return of<BundleNews>({ step: 'apart' });
        const outcomes = list.map(({ error, have }): MemberOutcome =>
          error !== 0 ? refused(error) : have ? 'there' : 'sent',
        );
        const wanted = members.filter((_, at) => outcomes[at] === 'sent');
        if (uuid === null)
          return of<BundleNews>(wanted.length === 0 ? { step: 'settled', uuid: '', outcomes } : { step: 'apart' });

        const confirmed$ = port.finishMany(uuid).pipe(
          switchMap(
            onRight((codes) => {
              const rest = codes.values();
              const settled = outcomes.map((outcome) => {
                if (outcome !== 'sent') return outcome;
                const code = rest.next().value ?? 0;
                return code === 0 ? outcome : refused(code);
              });
              return of<BundleNews>(
                codes.length === wanted.length ? { step: 'settled', uuid, outcomes: settled } : { step: 'apart' },
              );
            }),
          ),
        );
        // Subscribed first, because a subscriber that sees `held` starts the next bundle.
        const confirm = (): Observable<BundleNews> => merge(confirmed$, of<BundleNews>({ step: 'held' }));

        const bytes = wanted.reduce((sum, { task }) => sum + task.total, 0);
        const send = (): Observable<BundleNews> => {
          let bodies: readonly Blob[];
          try {
            bodies = wanted.map(({ task, file }) => wholeBody(file, task.total));
          } catch {
            return of({ step: 'apart' });
          }
          return port.putMany(uuid, bodies).pipe(
            concatMap(
              onRight((news) => {
                if ('sent' in news) return of<BundleNews>({ step: 'sent', bytes: Math.min(news.sent, bytes) });
                return news.held === bytes ? confirm() : of<BundleNews>({ step: 'apart' });
              }),
            ),
          );
        };
        const started: BundleNews = { step: 'started', uuid, first: outcomes.indexOf('sent') };
        return concat(of(started), bytes === 0 ? confirm() : send());
      }),
    ),
  );
};
