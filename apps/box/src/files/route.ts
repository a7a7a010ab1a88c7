import type { IncomingMessage, ServerResponse } from 'node:http';
import { goneFrom } from '../http/gone.ts';
import type { RawRoute } from '../http/server.ts';
import type { Thumbnails } from '../thumbnails/thumbnails.ts';
import type { KeyUse } from '../identity/file-keys.ts';
import type { RunningAnswers } from '../identity/running.ts';
import type { Caller, Vault } from '../vault/index.ts';
import { decodeAddressPath, GEN, Refusal } from '../vault/index.ts';
import type { Zips } from '../zip/zips.ts';
import { sendReply } from './send-file.ts';
import type { FileServer } from './serve.ts';

export interface FileRouteOptions {
  readonly files: FileServer;
  readonly thumbnails: Thumbnails;
  readonly zips: Zips;
  /** The user of a file key, with the areas unlocked for them; null for an invalid key. */
  readonly callerOf: (key: string, use: KeyUse) => Caller | null;
  readonly vault: Pick<Vault, 'resolve'>;
  readonly running: RunningAnswers;
}

const statusOf = (refusal: Refusal): 403 | 404 => (refusal.code === GEN.noPrivilege ? 403 : 404);

const refuse = (response: ServerResponse, status: number): void => {
  response
    .writeHead(status, { 'content-length': 0, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .end();
};

const THUMB = /^thumb\/([0-9a-f]{32})$/;
const ZIP = /^zip\/([A-Za-z0-9_-]{16,64})$/;

/** A request for a file, with a signal that is aborted when the client disconnects. */
interface Asked {
  readonly request: IncomingMessage;
  readonly rest: string;
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
}

/**
 * `GET /port_80{path}`, `GET /port_80/thumb/{md512kb}` (B102, B103) and `GET /port_80/zip/{id}` (our extension): 401
 * without a valid key, then 403, 404, 416.
 */
export const fileRoute = ({ files, thumbnails, zips, callerOf, vault, running }: FileRouteOptions): RawRoute => {
  /**
   * Checks again while sending: the session may have ended, the area may have been locked, or the share may have been
   * revoked.
   */
  const mayStill = (key: string, rest: string): boolean => {
    const caller = callerOf(key, 'go-on');
    if (caller === null) return false;
    const [, archive] = ZIP.exec(rest) ?? [];
    if (archive !== undefined) return zips.mayRead(caller, archive);
    try {
      if (!THUMB.test(rest)) vault.resolve(caller, decodeAddressPath(`/${rest}`), 'read');
      return true;
    } catch (failure) {
      if (failure instanceof Refusal) return false;
      throw failure;
    }
  };
  const reply = async (caller: Caller, { request, rest, query, signal }: Asked) => {
    const [, hash] = THUMB.exec(rest) ?? [];
    if (hash !== undefined)
      return thumbnails.serve(caller, hash, Number(query.get('w') ?? 256), request.headers, signal);
    const [, archive] = ZIP.exec(rest) ?? [];
    if (archive !== undefined) return zips.serve(caller, archive, request.headers);
    const path = decodeAddressPath(`/${rest}`);
    return files.serve(caller, path, { headers: request.headers, download: query.get('dl') === '1' });
  };
  return {
    method: 'GET',
    path: '/port_80/',
    handle: async (request, response, rest, query) => {
      const key = query.get('key') ?? '';
      const caller = callerOf(key, 'begin');
      if (caller === null) {
        refuse(response, 401);
        return;
      }
      try {
        const found = await reply(caller, { request, rest, query, signal: goneFrom(response) });
        if (found === null) refuse(response, 404);
        else
          await running.during(
            response,
            () => mayStill(key, rest),
            () => sendReply(response, found, { holder: caller.user }),
          );
      } catch (failure) {
        if (!(failure instanceof Refusal)) throw failure;
        refuse(response, statusOf(failure));
      }
    },
  };
};
