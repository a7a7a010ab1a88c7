import { findExistingNames } from '../files/sdk-port.ts';
import { FinishUpload, FinishUploads, MakeFolder, PrepareUpload, PrepareUploads, PutChunk } from '@boxwood/box-sdk';
import { toWholeSeconds } from '@boxwood/box-sdk/rules';
import { type BoxError, type Client, type Either, right } from '@boxwood/command-bus';
import { Observable } from 'rxjs';
import type { PutProgress, UploadPort } from './port.ts';
import { execute, mapRight } from '../outcome.ts';

const putAt = (
  box: Pick<Client, 'transfer'>,
  uuid: string,
  start: number,
  body: Blob,
  whole: { readonly whole?: '1' } = {},
): Observable<Either<BoxError, PutProgress>> =>
  new Observable((subscriber) => {
    const abort = new AbortController();
    // eslint-disable-next-line no-restricted-syntax -- a transfer tells how far it is before it ends, which `fromTask` does not know of
    void box
      .transfer(PutChunk, { uuid, start, ...whole }, body, {
        signal: abort.signal,
        onProgress: (sent) => {
          subscriber.next(right({ sentBytes: sent }));
        },
      })()
      .then((result) => {
        subscriber.next(
          result._tag === 'Left' ? result : right({ receivedBytes: result.right.size ?? start + body.size }),
        );
        subscriber.complete();
      });
    return () => {
      abort.abort();
    };
  });

export const uploadPort = (box: Pick<Client, 'exec' | 'transfer'>): UploadPort => ({
  prepare: (target, size, version) =>
    execute(box, PrepareUpload, { target, size, more: version }).pipe(
      mapRight(({ uuid, baseinfo, start = 0, more }) => ({
        uuid,
        existing: baseinfo,
        start,
        supportsVersions: more === 1,
      })),
    ),
  put: (uuid, start, body) => putAt(box, uuid, start, body),
  putWhole: (uuid, body) => putAt(box, uuid, 0, body, { whole: '1' }),
  finish: (target, size, uuid, modified) =>
    execute(box, FinishUpload, { target, size, reserved: '0', uuid, ctime: modified }).pipe(
      mapRight(({ path }) => ({ path: path === '' ? target : path })),
    ),
  prepareMany: (files) =>
    execute(box, PrepareUploads, {
      files: files.map(({ mtime, ...file }) => ({ ...file, mtime: toWholeSeconds(mtime), time: mtime })),
    }).pipe(
      mapRight(({ uuid = null, list, more }) => ({
        uuid,
        supportsVersions: more === 1,
        list: list.map(({ error, have }) => ({ error, have: have === 1 })),
      })),
    ),
  putMany: (uuid, bodies) => putAt(box, uuid, 0, new Blob([...bodies])),
  finishMany: (uuid) =>
    execute(box, FinishUploads, { uuid }).pipe(mapRight(({ list }) => list.map(({ error }) => error))),
  findExisting: (folder, names) => findExistingNames(box, folder, names),
  makeFolder: (path) => execute(box, MakeFolder, { path }),
});
