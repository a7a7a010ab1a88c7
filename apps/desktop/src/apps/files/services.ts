import { ChecksumFile, MeasureEntries, MeasureFolder, PrepareZip } from '@boxwood/box-sdk';
import { type Client, type Either, isRight, type ResultOf, right } from '@boxwood/command-bus';
import {
  execute,
  type Failure,
  filesPort,
  mapRight,
  explainNotOffered,
  type LazyResult,
  type Result,
} from '@boxwood/domain';
import { concatMap, first, from, map, reduce, takeWhile } from 'rxjs';
import { BoxClientToken, UserToken } from '../../composition/service-tokens.ts';
import { breadcrumbSteps } from '../../kit/files/file-places.ts';
import { lazyService } from '../../platform/react/lazy-service.ts';

export type FolderSize = ResultOf<typeof MeasureFolder>;
export type ZipOffer = ResultOf<typeof PrepareZip>;
export type FolderEntrySizes = ResultOf<typeof MeasureEntries>;

/** Maximum number of entries in the space usage list. */
const MAX_PARTS = 12;

/** Requests that only the file browser makes. */
export interface FileFacts {
  /** Bytes, files and folders below a folder; the box gives up after 10 s (G-52). */
  measure(path: string): LazyResult<FolderSize>;
  /** Total bytes below several folders, measured sequentially; unsubscribing stops it. */
  measureAll(paths: readonly string[]): LazyResult<number>;
  /** The largest entries of a folder, and its totals. After 10 s the box returns what it has counted (`complete` 0). */
  largestEntries(path: string): LazyResult<FolderEntrySizes>;
  /** The nearest existing folder above `path`; `root` as the last resort, without a check. */
  nearestExisting(path: string, root: string): LazyResult<string>;
  /** SHA-256 of a file, computed by the box: lower-case hexadecimal. */
  checksum(path: string): LazyResult<string>;
  /** Prepares files and folders for download as one ZIP archive. */
  prepareZip(paths: readonly string[]): LazyResult<ZipOffer>;
}

/** {@link FileFacts} over a box client. */
const boxFileFacts = (box: Pick<Client, 'exec'>, user: string): FileFacts => ({
  measure: (path) => execute(box, MeasureFolder, { path }),
  measureAll: (paths) =>
    from(paths).pipe(
      concatMap((path) => execute(box, MeasureFolder, { path })),
      takeWhile(isRight, true),
      reduce<Either<Failure, FolderSize>, Result<number>>(
        (sum, next) => (isRight(sum) ? (isRight(next) ? right(sum.right + next.right.size) : next) : sum),
        right(0),
      ),
    ),
  largestEntries: (path) =>
    execute(box, MeasureEntries, { path, most: MAX_PARTS }).pipe(map((parts) => explainNotOffered(parts))),
  prepareZip: (paths) => execute(box, PrepareZip, { paths }).pipe(map((offer) => explainNotOffered(offer))),
  nearestExisting: (path, root) =>
    from(breadcrumbSteps(path, root).slice(1, -1).toReversed()).pipe(
      concatMap((step) =>
        // When the box cannot tell, the folder counts as existing; opening it shows the error.
        filesPort(box, user)
          .exists(step.path)
          .pipe(map((found) => (isRight(found) && !found.right ? null : right(step.path)))),
      ),
      first((found) => found !== null, right(root)),
    ),
  checksum: (path) =>
    execute(box, ChecksumFile, { path }).pipe(
      mapRight(({ sha256 }) => sha256),
      map((sum) => explainNotOffered(sum)),
    ),
});

/** Lazy service, loaded with the first dialog that needs it. */
export const useFileFacts = lazyService('FileFacts', [BoxClientToken, UserToken], boxFileFacts);
