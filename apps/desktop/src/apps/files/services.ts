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

/** Rows of the list of what takes the space. */
const MOST_PARTS = 12;

/** Facts of the box that only the file browser asks for. */
export interface FileFacts {
  /** Bytes, files and folders below a folder; the box gives up after 10 s (G-52). */
  measure(path: string): Question<FolderSize>;
  /** Bytes below several folders, measured one after the other; who stops listening ends it. */
  measureAll(paths: readonly string[]): Question<number>;
  /** The largest entries of a folder, and the sums of all; after 10 s what was reached (`complete` 0). */
  parts(path: string): Question<FolderParts>;
  /** The folder around `path` that is the nearest one still there; at last `root`, which is not asked for. */
  nearest(path: string, root: string): Question<string>;
  /** SHA-256 of a file, read on the box: lower-case hexadecimal. */
  checksum(path: string): Question<string>;
  /** Makes files and folders ready to be fetched as one ZIP archive. */
  prepareZip(paths: readonly string[]): Question<ZipOffer>;
}

/** {@link FileFacts} over a client of the box. */
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
        // What the box cannot tell counts as there: who goes there sees.
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

/** It comes with the first dialog that asks for one of them. */
export const useFileFacts = lateService('FileFacts', [BoxClientToken, UserToken], boxFileFacts);
