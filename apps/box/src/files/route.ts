import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RawRoute } from '../http/server.ts';
import type { Thumbnails } from '../thumbnails/thumbnails.ts';
import type { Caller } from '../vault/index.ts';
import { decodeAddressPath, GEN, Refusal } from '../vault/index.ts';
import { sendReply } from './send-file.ts';
import type { FileServer } from './serve.ts';

export interface FileRouteOptions {
  readonly files: FileServer;
  readonly thumbnails: Thumbnails;
  /** Who a file key belongs to and what is unlocked for them; null for a key that is not good. */
  readonly callerOf: (key: string) => Caller | null;
}

const statusOf = (refusal: Refusal): 403 | 404 => (refusal.code === GEN.noPrivilege ? 403 : 404);

const refuse = (response: ServerResponse, status: number): void => {
  response
    .writeHead(status, { 'content-length': 0, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .end();
};

const THUMB = /^thumb\/([0-9a-f]{32})$/;

/** `GET /port_80{path}` and `GET /port_80/thumb/{md512kb}` (B102, B103): 401 without a good key, then 403, 404, 416. */
export const fileRoute = ({ files, thumbnails, callerOf }: FileRouteOptions): RawRoute => {
  const reply = async (caller: Caller, request: IncomingMessage, rest: string, query: URLSearchParams) => {
    const [, hash] = THUMB.exec(rest) ?? [];
    if (hash !== undefined) return thumbnails.serve(caller, hash, Number(query.get('w') ?? 256), request.headers);
    const path = decodeAddressPath(`/${rest}`);
    return files.serve(caller, path, { headers: request.headers, download: query.get('dl') === '1' });
  };
  return {
    method: 'GET',
    path: '/port_80/',
    handle: async (request, response, rest, query) => {
      const caller = callerOf(query.get('key') ?? '');
      if (caller === null) {
        refuse(response, 401);
        return;
      }
      try {
        const found = await reply(caller, request, rest, query);
        if (found === null) refuse(response, 404);
        else await sendReply(response, found, caller.user);
      } catch (failure) {
        if (!(failure instanceof Refusal)) throw failure;
        refuse(response, statusOf(failure));
      }
    },
  };
};
