import type { BoxError, Either } from '@boxwood/command-bus';
import { MAX_BUNDLE_FILES } from '@boxwood/box-sdk';
import { bundleCount } from '@boxwood/box-sdk/rules';
import { concat, concatMap, EMPTY, merge, type Observable, of, switchMap } from 'rxjs';
import type { UploadPort } from '../port.ts';
import { versionOf } from './transfer-file.ts';
import type { UploadProblem, UploadSource, UploadTask } from '../uploads.ts';

/** An upload of a bundle with its file. */
export interface BundledUpload {
  readonly task: UploadTask;
  readonly file: UploadSource;
}

/**
 * Result for one file of a bundle: `there`: the box already had it (UPLOAD-09), `sent`: the file is sent with the
 * bundle, or a problem.
 */
export type MemberOutcome = 'there' | 'sent' | UploadProblem;

/** Progress of a bundle, in order: `started`, any number of `sent`, `held`, then `settled` or `apart`. */
export type BundleProgress =
  /** `first`: index of the upload that is shown as active. */
  | { readonly step: 'started'; readonly uuid: string; readonly first: number }
  | { readonly step: 'sent'; readonly bytes: number }
  /** The box has received all bytes but has not confirmed them yet. */
  | { readonly step: 'held' }
  | { readonly step: 'settled'; readonly uuid: string; readonly outcomes: readonly MemberOutcome[] }
  /** The bundle failed. The caller sends its files one by one, which reports their individual problems. */
  | { readonly step: 'apart' };

/**
 * The whole content of a file, with the size read when it was queued, because a browser accesses the disk for every
 * read of size or time. If the file changed, the byte count differs and the files are sent one by one.
 */
const fileBody = (file: UploadSource, size: number): Blob => (file instanceof Blob ? file : file.slice(0, size));

/**
 * The next waiting uploads that can be sent together: small ones of which nothing was sent yet, in order. Empty when
 * the next upload must be sent alone.
 */
export const nextBundle = (
  waiting: Iterable<UploadTask>,
  fileOf: (task: UploadTask) => UploadSource | undefined,
): readonly BundledUpload[] => {
  const bundle: BundledUpload[] = [];
  for (const task of waiting) {
    const file = task.completed === 0 ? fileOf(task) : undefined;
    if (file === undefined || bundle.push({ task, file }) === MAX_BUNDLE_FILES) break;
  }
  return bundle.slice(0, bundleCount(bundle.map(({ task: { target, total } }) => ({ target, size: total }))));
};

const refused = (code: number): MemberOutcome => ({ kind: 'refused', family: 'GEN', code });

/**
 * Sends small files together: prepare, one body with the bytes of the files the box wants, confirm. The same steps as
 * for one file; no file is finished before the box confirms it (UPLOAD-12). Unsubscribing aborts the current request.
 */
export const transferBundle = (port: UploadPort, members: readonly BundledUpload[]): Observable<BundleProgress> => {
  const onRight =
    <A>(next: (value: A) => Observable<BundleProgress>) =>
    (result: Either<BoxError, A>): Observable<BundleProgress> => {
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
        // A box that does not support keeping both files chooses a free name for one file at a time only.
        if (list.length !== members.length || (isKeepingBoth && !supportsVersions))
          return of<BundleProgress>({ step: 'apart' });
        const outcomes = list.map(({ error, have: alreadyPresent }): MemberOutcome =>
          error !== 0 ? refused(error) : alreadyPresent ? 'there' : 'sent',
        );
        const toSend = members.filter((_, index) => outcomes[index] === 'sent');
        if (uuid === null)
          return of<BundleProgress>(toSend.length === 0 ? { step: 'settled', uuid: '', outcomes } : { step: 'apart' });

        const confirmed$ = port.finishMany(uuid).pipe(
          switchMap(
            onRight((codes) => {
              const remainingCodes = codes.values();
              const settled = outcomes.map((outcome) => {
                if (outcome !== 'sent') return outcome;
                const code = remainingCodes.next().value ?? 0;
                return code === 0 ? outcome : refused(code);
              });
              return of<BundleProgress>(
                codes.length === toSend.length ? { step: 'settled', uuid, outcomes: settled } : { step: 'apart' },
              );
            }),
          ),
        );
        // `finishMany` is subscribed to before `held` is emitted, because a subscriber that receives `held` starts the
        // next bundle.
        const confirm = (): Observable<BundleProgress> => merge(confirmed$, of<BundleProgress>({ step: 'held' }));

        const bytes = toSend.reduce((sum, { task }) => sum + task.total, 0);
        const send = (): Observable<BundleProgress> => {
          let bodies: readonly Blob[];
          try {
            bodies = toSend.map(({ task, file }) => fileBody(file, task.total));
          } catch {
            return of({ step: 'apart' });
          }
          return port.putMany(uuid, bodies).pipe(
            concatMap(
              onRight((putProgress) => {
                if ('sentBytes' in putProgress)
                  return of<BundleProgress>({ step: 'sent', bytes: Math.min(putProgress.sentBytes, bytes) });
                return putProgress.receivedBytes === bytes ? confirm() : of<BundleProgress>({ step: 'apart' });
              }),
            ),
          );
        };
        const started: BundleProgress = { step: 'started', uuid, first: outcomes.indexOf('sent') };
        return concat(of(started), bytes === 0 ? confirm() : send());
      }),
    ),
  );
};
