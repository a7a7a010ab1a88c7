import { type Outcome, parentOf, PLACES, rejected } from '@boxwood/domain';
import { begin } from '@boxwood/domain';
import { right } from '@boxwood/command-bus';
import { concat, filter, map, of, switchMap, take, tap } from 'rxjs';
import { UploadsToken, UserToken } from '../../composition/tokens.ts';
import { useFileReading } from '../../file-kit/use-file-reading.ts';
import { placeOf, nameAt } from '../../file-kit/places.ts';
import { useService } from '../../react/scope.tsx';

/** The result of saving: saved, or not saved because the file changed since it was read. */
export type Saved = { readonly at: 'saved'; readonly tag: string } | { readonly at: 'changed' };

/** Saves a text over its file through the upload queue, unless the file changed on the box. */
export const useSave = (path: string) => {
  const user = useService(UserToken);
  const uploads = useService(UploadsToken);
  const reading = useFileReading();
  const name = nameAt(path);

  const upload = (bytes: Uint8Array<ArrayBuffer>): Outcome<Saved> => {
    const folder = parentOf(path);
    const location = { place: placeOf(folder, user) ?? PLACES.personal, path: folder };
    const file = new File([bytes], name, { type: 'text/plain' });
    // Compare with the counts before the upload, because the queue may contain older uploads of the same file.
    const before = { finished: uploads.list$('finished').value.count, failed: uploads.list$('failed').value.count };
    return begin(
      uploads.plan(location, [{ source: file, path: name }]).pipe(
        switchMap((plan) => (plan._tag === 'Left' ? of(plan) : uploads.submit({ ...plan.right, quiet: true }, 1))),
        switchMap((submitted) => {
          if (submitted._tag === 'Left') return of(submitted);
          return uploads.summary$.pipe(
            filter(({ finished, failed }) => finished > before.finished || failed > before.failed),
            take(1),
            // The editor reports success itself.
            tap(({ finished }) => finished > before.finished && uploads.putAway()),
            switchMap(({ finished }) =>
              finished > before.finished
                ? reading
                    .tag(path)
                    .pipe(map((tag) => (tag._tag === 'Left' ? tag : right<Saved>({ at: 'saved', tag: tag.right }))))
                : of(rejected('transfer.failed')),
            ),
          );
        }),
      ),
    );
  };

  return (bytes: Uint8Array<ArrayBuffer>, tag: string, anyway: boolean): Outcome<Saved> => {
    if (anyway) return upload(bytes);
    return begin(
      concat(reading.tag(path)).pipe(
        switchMap((now) => {
          if (now._tag === 'Left') return of(now);
          return now.right === tag ? upload(bytes) : of(right<Saved>({ at: 'changed' }));
        }),
      ),
    );
  };
};
