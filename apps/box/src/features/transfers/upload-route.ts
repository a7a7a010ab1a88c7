import type { IncomingMessage, ServerResponse } from 'node:http';
import { drainRequest } from '@boxwood/account';
import { PutChunk } from '@boxwood/box-sdk';
import { decode } from '@boxwood/command-bus/codecs';
import type { HttpRoute } from '../../http/box-server.ts';
import type { PutOutcome } from './put-request.ts';
import type { Transfers } from './transfers.ts';

/** Generic error codes in the body besides the HTTP status, for clients that read the body. */
const bodyOf = (outcome: PutOutcome): object => {
  switch (outcome.status) {
    case 200:
      return { error: 0, size: outcome.size };
    case 404:
      return { error: 15, info: 'uuid' };
    case 409:
      return { error: 11, info: 'start', start: outcome.start };
    case 413:
      return { error: 16, info: 'too large' };
    case 507:
      return { error: 16, info: 'space' };
    case 0:
      return {};
  }
};

const sendJson = (request: IncomingMessage, response: ServerResponse, status: number, body: object): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
  drainRequest(request);
};

/** `PUT /filetrans?uuid&start` (B67, B68). The uuid is the credential. */
export const transferRoute = (transfers: Pick<Transfers, 'put'>): HttpRoute => ({
  method: 'PUT',
  path: '/filetrans',
  handle: async (request, response, _rest, query) => {
    const params = decode(PutChunk.query, { uuid: query.get('uuid'), start: query.get('start') });
    if (params._tag === 'Left') {
      sendJson(request, response, 404, { error: 15, info: 'uuid' });
      return;
    }
    const contentLength = request.headers['content-length'];
    const outcome = await transfers.put({
      ...params.right,
      whole: query.get('whole') === '1',
      body: request,
      length: contentLength === undefined ? null : Number(contentLength),
    });
    if (outcome.status === 0) response.destroy();
    else sendJson(request, response, outcome.status, bodyOf(outcome));
  },
});
