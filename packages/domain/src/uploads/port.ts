import type { Existing } from '@boxwood/box-sdk/rules';
import type { BoxError, Either } from '@boxwood/command-bus';
import type { Observable } from 'rxjs';
import type { Answer } from '../outcome.ts';
import type { UploadHandle, UploadId, UploadSource } from './uploads.ts';

/** PREPUT's answer: the id of the transfer, what stands at the target, and how much the box holds already. */
export interface Prepared {
  readonly uuid: string;
  readonly existing: Existing;
  readonly start: number;
  /** The box knows of versions, and how to keep what stands at the target. */
  readonly knows: boolean;
}

/** What is told of the file beside target and size: its time as exactly as it is known, and the upload's own name when it keeps both. */
export interface Version {
  readonly mtime: string;
  readonly keep?: string;
}

/** One of several small files that go up together. */
export interface SmallFile extends Version {
  readonly target: string;
  readonly size: number;
}

/** PREPUTS' answer: what the box says to each file, and the transfer for those it wants, null when there are none. */
export interface PreparedMany {
  readonly uuid: string | null;
  readonly knows: boolean;
  /** `error` is a generic code, 0 for yes; `have`: the very file is there already. */
  readonly list: readonly { readonly error: number; readonly have: boolean }[];
}

/** News of a chunk under way: bytes sent so far, then how much the box holds. */
export type PutNews = { readonly sent: number } | { readonly held: number };

/** The calls of the upload manager. */
export interface UploadPort {
  prepare(target: string, size: number, version: Version): Answer<Prepared>;
  /** The file in one body, from its beginning; what arrives of it is held, also when it is cut. */
  putWhole(uuid: string, body: Blob): Observable<Either<BoxError, PutNews>>;
  /** Ends after `held` or a failure. Unsubscribing aborts the request. */
  put(uuid: string, start: number, body: Blob): Observable<Either<BoxError, PutNews>>;
  /** One body of several pieces, one after the other, from the start. */
  putMany(uuid: string, bodies: readonly Blob[]): Observable<Either<BoxError, PutNews>>;
  /** `modified`: the second that becomes the file's time. */
  finish(target: string, size: number, uuid: string, modified: number): Answer<unknown>;
  prepareMany(files: readonly SmallFile[]): Answer<PreparedMany>;
  /** A generic code for each file that was sent, 0 for those that are there now. */
  finishMany(uuid: string): Answer<readonly number[]>;
  /** Which of `names` exist in `folder`. */
  taken(folder: string, names: readonly string[]): Answer<ReadonlySet<string>>;
  makeFolder(path: string): Answer<{ readonly existed: boolean }>;
}

/**
 * Where handles of chosen files outlive the page. Nothing here fails: a browser that keeps no handles keeps nothing, and the
 * person chooses the file again (G-19).
 */
export interface HandleShelf {
  /** Uploads of which a handle is kept. Emits once. */
  ids(): Observable<readonly UploadId[]>;
  keep(handles: ReadonlyMap<UploadId, UploadHandle>): void;
  forget(ids: readonly UploadId[]): void;
  /**
   * The files that the browser lets us read: with a permission that still stands or, when `ask`, one that the person gives now.
   * What is gone or refused is left out. Emits once.
   */
  open(ids: readonly UploadId[], ask: boolean): Observable<ReadonlyMap<UploadId, UploadSource>>;
}
