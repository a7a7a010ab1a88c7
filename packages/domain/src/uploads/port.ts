import type { ExistingFile } from '@boxwood/box-sdk/rules';
import type { BoxError, Either } from '@boxwood/command-bus';
import type { Observable } from 'rxjs';
import type { PortResult } from '../outcome.ts';
import type { UploadHandle, UploadId, UploadSource } from './uploads.ts';

/** PREPUT's answer: the transfer id, the file at the target, and how many bytes the box already holds. */
export interface PreparedUpload {
  readonly uuid: string;
  readonly existing: ExistingFile;
  readonly start: number;
  /** The box supports versions and keeping both. */
  readonly supportsVersions: boolean;
}

/** Sent with target and size: the file's exact mtime, and the id of the upload when it keeps both. */
export interface FileVersion {
  readonly mtime: string;
  readonly keep?: string;
}

/** One of several small files that are sent together. */
export interface SmallFile extends FileVersion {
  readonly target: string;
  readonly size: number;
}

/** PREPUTS' answer: a result for each file, and the transfer id for the files that the box wants, null for none. */
export interface PreparedBundle {
  readonly uuid: string | null;
  readonly supportsVersions: boolean;
  /** `error` is a generic code, 0 for accepted; `have`: the same file already exists. */
  readonly list: readonly { readonly error: number; readonly have: boolean }[];
}

/** Progress of a request body: bytes sent so far, finally the bytes that the box has received. */
export type PutProgress = { readonly sentBytes: number } | { readonly receivedBytes: number };

/** The calls of the upload manager. */
export interface UploadPort {
  prepare(target: string, size: number, version: FileVersion): PortResult<PreparedUpload>;
  /** Sends the file in one body from the start. The box keeps what arrives, even if the body is cut. */
  putWhole(uuid: string, body: Blob): Observable<Either<BoxError, PutProgress>>;
  /** Ends after `held` or a failure. Unsubscribing aborts the request. */
  put(uuid: string, start: number, body: Blob): Observable<Either<BoxError, PutProgress>>;
  /** Sends several files in one body, in order, from the start. */
  putMany(uuid: string, bodies: readonly Blob[]): Observable<Either<BoxError, PutProgress>>;
  /** `modified`: mtime of the file in epoch seconds. */
  finish(target: string, size: number, uuid: string, modified: number): PortResult<unknown>;
  prepareMany(files: readonly SmallFile[]): PortResult<PreparedBundle>;
  /** A generic code for each file that was sent, 0 for success. */
  finishMany(uuid: string): PortResult<readonly number[]>;
  /** Which of `names` exist in `folder`. */
  findExisting(folder: string, names: readonly string[]): PortResult<ReadonlySet<string>>;
  makeFolder(path: string): PortResult<{ readonly existed: boolean }>;
}

/**
 * Stores handles of chosen files beyond the page. Calls never fail: where the browser cannot store handles, the user
 * chooses the file again (G-19).
 */
export interface HandleRepository {
  /** Uploads with a stored handle. Emits once. */
  ids(): Observable<readonly UploadId[]>;
  store(handles: ReadonlyMap<UploadId, UploadHandle>): void;
  forget(ids: readonly UploadId[]): void;
  /**
   * The files that the browser may read: with a permission that is still granted or, with `ask`, one that the user
   * grants now. Missing and refused files are omitted. Emits once.
   */
  open(ids: readonly UploadId[], ask: boolean): Observable<ReadonlyMap<UploadId, UploadSource>>;
}
