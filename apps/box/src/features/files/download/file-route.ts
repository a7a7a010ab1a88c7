import type { IncomingMessage, ServerResponse } from 'node:http';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import type { HttpRoute } from '../../../http/box-server.ts';
import type { Thumbnails } from '../../../storage/thumbnails/thumbnails.ts';
import { isTokenFolder } from '../../../server/identity/token-folders.ts';
import type { KeyUse } from '../../../server/identity/file-keys.ts';
import type { RunningResponses } from '../../../server/identity/running-responses.ts';
import type { Caller, Vault } from '../../../storage/vault/index.ts';
import { decodeUrlPath, GEN, Refusal } from '../../../storage/vault/index.ts';
import type { ZipDownloads } from '../../../storage/zip/zip-downloads.ts';
import { sendReply } from './send-file.ts';
import type { FileServer } from './file-server.ts';

export interface FileRouteOptions {
  readonly files: FileServer;
  readonly thumbnails: Thumbnails;
  readonly zips: ZipDownloads;
  /** The user of a file key, with the areas unlocked for them; null for an invalid key. */
  readonly callerOf: (key: string, use: KeyUse) => Caller | null;
  readonly vault: Pick<Vault, 'resolve' | 'lstatExactName'>;
  readonly running: RunningResponses;
}

const statusOf = (refusal: Refusal): 403 | 404 => (refusal.code === GEN.noPrivilege ? 403 : 404);

const refuse = (response: ServerResponse, status: number): void => {
  response
    .writeHead(status, { 'content-length': 0, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .end();
};

const THUMBNAIL_PATH = /^thumb\/([0-9a-f]{32})$/;
const ZIP_PATH = /^zip\/([A-Za-z0-9_-]{16,64})$/;

/** A request for a file, with a signal that is aborted when the client disconnects. */
interface FileRouteRequest {
  readonly request: IncomingMessage;
  readonly subpath: string;
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
}

/**
 * `GET /port_80{path}`, `GET /port_80/thumb/{md512kb}` (B102, B103) and `GET /port_80/zip/{id}` (our extension): 401
 * without a valid key, then 403, 404, 416.
 */
export const fileRoute = ({ files, thumbnails, zips, callerOf, vault, running }: FileRouteOptions): HttpRoute => {
  /**
   * Checks again while sending: the session may have ended, the area may have been locked, or the share may have been
   * revoked.
   */
  const isStillAllowed = (key: string, subpath: string): boolean => {
    const caller = callerOf(key, 'go-on');
    if (caller === null) return false;
    const [, archive] = ZIP_PATH.exec(subpath) ?? [];
    if (archive !== undefined) return zips.canRead(caller, archive);
    try {
      if (!THUMBNAIL_PATH.test(subpath)) vault.resolve(caller, decodeUrlPath(`/${subpath}`), 'read');
      return true;
    } catch (failure) {
      if (failure instanceof Refusal) return false;
      throw failure;
    }
  };
  const reply = async (caller: Caller, { request, subpath, query, signal }: FileRouteRequest) => {
    const [, hash] = THUMBNAIL_PATH.exec(subpath) ?? [];
    if (hash !== undefined)
      return thumbnails.serve(caller, hash, Number(query.get('w') ?? 256), request.headers, signal);
    const [, archive] = ZIP_PATH.exec(subpath) ?? [];
    if (archive !== undefined) return zips.serve(caller, archive, request.headers);
    const path = decodeUrlPath(`/${subpath}`);
    return files.serve(caller, path, { headers: request.headers, download: query.get('dl') === '1' });
  };
  return {
    method: 'GET',
    path: '/port_80/',
    handle: async (request, response, subpath, query) => {
      const key = query.get('key') ?? '';
      const caller = callerOf(key, 'begin');
      if (caller === null) {
        refuse(response, 401);
        return;
      }
      try {
        if (!(await isTokenFolder(vault, caller))) {
          refuse(response, 403);
          return;
        }
        const fileReply = await reply(caller, { request, subpath, query, signal: abortOnDisconnect(response) });
        if (fileReply === null) refuse(response, 404);
        else
          await running.during(
            response,
            () => isStillAllowed(key, subpath),
            () => sendReply(response, fileReply, { holder: caller.user }),
          );
      } catch (failure) {
        if (!(failure instanceof Refusal)) throw failure;
        refuse(response, statusOf(failure));
      }
    },
  };
};
