import { ChecksumFile, MeasureEntries, MeasureFolder, PrepareZip } from '@boxwood/box-sdk';
import { type Client, type Either, isRight, type ResultOf, right } from '@boxwood/command-bus';
import { answer, type Failure, filesPort, mapRight, offered, type Question, type Result } from '@boxwood/domain';
import { concatMap, first, from, map, reduce, takeWhile } from 'rxjs';
import { BoxClientToken, UserToken } from '../../composition/tokens.ts';
import { stepsTo } from '../../file-kit/places.ts';
import { lateService } from '../../react/late-service.ts';

export type FolderSize = ResultOf<typeof MeasureFolder>;
export type ZipOffer = ResultOf<typeof PrepareZip>;
export type FolderParts = ResultOf<typeof MeasureEntries>;

/** Maximum number of entries in the space usage list. */
const MOST_PARTS = 12;

/** Requests that only the file browser makes. */
export interface FileFacts {
  /** Bytes, files and folders below a folder; the box gives up after 10 s (G-52). */
  measure(path: string): Question<FolderSize>;
  /** Total bytes below several folders, measured sequentially; unsubscribing stops it. */
  measureAll(paths: readonly string[]): Question<number>;
  /** The largest entries of a folder, and its totals. After 10 s the box returns what it has counted (`complete` 0). */
  parts(path: string): Question<FolderParts>;
  /** The nearest existing folder above `path`; `root` as the last resort, without a check. */
  nearest(path: string, root: string): Question<string>;
  /** SHA-256 of a file, computed by the box: lower-case hexadecimal. */
  checksum(path: string): Question<string>;
  /** Prepares files and folders for download as one ZIP archive. */
  prepareZip(paths: readonly string[]): Question<ZipOffer>;
}

/** {@link FileFacts} over a box client. */
const boxFileFacts = (box: Pick<Client, 'exec'>, user: string): FileFacts => ({
  measure: (path) => answer(box, MeasureFolder, { path }),
  measureAll: (paths) =>
    from(paths).pipe(
      concatMap((path) => answer(box, MeasureFolder, { path })),
      takeWhile(isRight, true),
      reduce<Either<Failure, FolderSize>, Result<number>>(
        (sum, next) => (isRight(sum) ? (isRight(next) ? right(sum.right + next.right.size) : next) : sum),
        right(0),
      ),
    ),
  parts: (path) => answer(box, MeasureEntries, { path, most: MOST_PARTS }).pipe(map((parts) => offered(parts))),
  prepareZip: (paths) => answer(box, PrepareZip, { paths }).pipe(map((offer) => offered(offer))),
  nearest: (path, root) =>
    from(stepsTo(path, root).slice(1, -1).toReversed()).pipe(
      concatMap((step) =>
        // When the box cannot tell, the folder counts as existing; opening it shows the error.
        filesPort(box, user)
          .exists(step.path)
          .pipe(map((found) => (isRight(found) && !found.right ? null : right(step.path)))),
      ),
      first((found) => found !== null, right(root)),
    ),
  checksum: (path) =>
    answer(box, ChecksumFile, { path }).pipe(
      mapRight(({ sha256 }) => sha256),
      map((sum) => offered(sum)),
    ),
});

/** Lazy service, loaded with the first dialog that needs it. */
export const useFileFacts = lateService('FileFacts', [BoxClientToken, UserToken], boxFileFacts);
