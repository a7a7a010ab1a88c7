import { type Outcome, parentOf, PLACES, rejected } from '@boxwood/domain';
import { startNow } from '@boxwood/domain';
import { right } from '@boxwood/command-bus';
import { concat, filter, map, of, switchMap, take, tap } from 'rxjs';
import { UploadsToken, UserToken } from '../../composition/service-tokens.ts';
import { useFileContentReader } from '../../kit/files/content/use-file-content-reader.ts';
import { placeOf, nameAt } from '../../kit/files/file-places.ts';
import { useService } from '../../platform/react/scope.tsx';

/** The result of saving: saved, or not saved because the file changed since it was read. */
export type SaveResult = { readonly at: 'saved'; readonly tag: string } | { readonly at: 'changed' };

/** Saves a text over its file through the upload queue, unless the file changed on the box. */
export const useSaveText = (path: string) => {
  const user = useService(UserToken);
  const uploads = useService(UploadsToken);
  const reading = useFileContentReader();
  const name = nameAt(path);

  const upload = (bytes: Uint8Array<ArrayBuffer>): Outcome<SaveResult> => {
    const folder = parentOf(path);
    const location = { place: placeOf(folder, user) ?? PLACES.personal, path: folder };
    const file = new File([bytes], name, { type: 'text/plain' });
    // Compare with the counts before the upload, because the queue may contain older uploads of the same file.
    const countsBefore = {
      finished: uploads.list$('finished').value.count,
      failed: uploads.list$('failed').value.count,
    };
    return startNow(
      uploads.plan(location, [{ source: file, path: name }]).pipe(
        switchMap((plan) => (plan._tag === 'Left' ? of(plan) : uploads.submit({ ...plan.right, isQuiet: true }, 1))),
        switchMap((submitted) => {
          if (submitted._tag === 'Left') return of(submitted);
          return uploads.summary$.pipe(
            filter(({ finished, failed }) => finished > countsBefore.finished || failed > countsBefore.failed),
            take(1),
            // The editor reports success itself.
            tap(({ finished }) => finished > countsBefore.finished && uploads.dismissRun()),
            switchMap(({ finished }) =>
              finished > countsBefore.finished
                ? reading
                    .readEtag(path)
                    .pipe(
                      map((tag) => (tag._tag === 'Left' ? tag : right<SaveResult>({ at: 'saved', tag: tag.right }))),
                    )
                : of(rejected('transfer.failed')),
            ),
          );
        }),
      ),
    );
  };

  return (bytes: Uint8Array<ArrayBuffer>, tag: string, overwrite: boolean): Outcome<SaveResult> => {
    if (overwrite) return upload(bytes);
    return startNow(
      concat(reading.readEtag(path)).pipe(
        switchMap((currentTag) => {
          if (currentTag._tag === 'Left') return of(currentTag);
          return currentTag.right === tag ? upload(bytes) : of(right<SaveResult>({ at: 'changed' }));
        }),
      ),
    );
  };
};
