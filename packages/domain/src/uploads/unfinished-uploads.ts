import { EndUpload, GEN, ListUploads } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { concatMap, find, from, map, type Observable } from 'rxjs';
import {
  andThen,
  execute,
  type Failure,
  type LazyResult,
  mapRight,
  type Outcome,
  type Result,
  startNow,
} from '../outcome.ts';
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
  /**
   * Ends those of these uploads that {@link UnfinishedUploads.list} still has, and deletes their bytes on the box, until
   * one fails. An upload that another device has continued meanwhile stays.
   */
  end(ids: readonly string[]): Outcome<null>;
}

/** The upload was finished, or ended elsewhere. */
const isMissing = (failure: Failure): boolean => failure._tag === 'Refused' && failure.code === GEN.path;

/** {@link UnfinishedUploads} implemented by a box client. */
export const boxUnfinishedUploads = (
  box: Pick<Client, 'exec'>,
  uploads: Pick<Uploads, 'hasUnfinished'>,
): UnfinishedUploads => {
  const list: UnfinishedUploads['list'] = () =>
    execute(box, ListUploads, {}).pipe(
      mapRight(({ list: held }) =>
        held
          .filter(({ path, size, own, active }) => own === 0 && active === 0 && !uploads.hasUnfinished(path, size))
          .map(({ id, path, files, size, used }) => ({ id, path, files, bytes: size, used })),
      ),
    );
  const endEach = (ids: readonly string[]): Observable<Result<null>> =>
    from(ids).pipe(
      concatMap((id) => execute(box, EndUpload, { id })),
      find((result) => result._tag === 'Left' && !isMissing(result.left)),
      map((failed) => (failed?._tag === 'Left' ? left(failed.left) : right(null))),
    );
  return {
    list,
    end: (ids) =>
      startNow(list().pipe(andThen((idle) => endEach(ids.filter((id) => idle.some((upload) => upload.id === id)))))),
  };
};
