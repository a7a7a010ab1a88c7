import { EndUpload, GEN, ListUploads } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { concatMap, find, from, map } from 'rxjs';
import { execute, type Failure, type LazyResult, mapRight, type Outcome, startNow } from '../outcome.ts';
import type { Uploads } from './uploads.ts';

/** An unfinished upload that the box holds and this page does not continue. */
export interface UnfinishedUpload {
  readonly id: string;
  /** Path of the file, of several small ones the first; empty while it may not be opened here. */
  readonly path: string;
  /** Number of files. */
  readonly files: number;
  readonly bytes: number;
  /** Last use, in epoch seconds. */
  readonly used: number;
}

/** Uploads of the user that other devices and scripts began and did not finish. */
export interface UnfinishedUploads {
  /** The most recently used first. Fails at a box that does not offer the list. */
  list(): LazyResult<readonly UnfinishedUpload[]>;
  /** Ends uploads and deletes their bytes on the box, until one fails. */
  end(ids: readonly string[]): Outcome<null>;
}

/** The upload was finished, or ended elsewhere. */
const isMissing = (failure: Failure): boolean => failure._tag === 'Refused' && failure.code === GEN.path;

/** {@link UnfinishedUploads} implemented by a box client. */
export const boxUnfinishedUploads = (
  box: Pick<Client, 'exec'>,
  uploads: Pick<Uploads, 'hasUnfinished'>,
): UnfinishedUploads => ({
  list: () =>
    execute(box, ListUploads, {}).pipe(
      mapRight(({ list }) =>
        list
          .filter(({ path, size, own, active }) => own === 0 && active === 0 && !uploads.hasUnfinished(path, size))
          .map(({ id, path, files, size, used }) => ({ id, path, files, bytes: size, used })),
      ),
    ),
  end: (ids) =>
    startNow(
      from(ids).pipe(
        concatMap((id) => execute(box, EndUpload, { id })),
        find((result) => result._tag === 'Left' && !isMissing(result.left)),
        map((failed) => (failed?._tag === 'Left' ? left(failed.left) : right(null))),
      ),
    ),
});
