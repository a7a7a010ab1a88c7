import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import nock from 'nock';
import { expect, it } from 'vitest';
import { garbageCollector } from '../memory.ts';
import { drainRequest } from './drain-request.ts';

// The guard of the unit tests wraps sockets and connects late; here every socket counts.
nock.restore();

it('a refused sender that left is forgotten at once, with what it sent', async () => {
  const refused: WeakRef<IncomingMessage>[] = [];
  const server = createServer((request, response) => {
    refused.push(new WeakRef(request));
    response.writeHead(503).end();
    drainRequest(request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const sender = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  sender.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\n${'x'.repeat(50_000)}`);
  await once(sender, 'data');
  const left = once(sender, 'close');
  sender.destroy();
  await left;
  const forgotten = (): readonly boolean[] => {
    garbageCollector()({ type: 'major' });
    return refused.map((request) => request.deref() === undefined);
  };
  // Well before the sender is closed as too slow.
  await expect.poll(forgotten, { timeout: 8000 }).toEqual([true]);
  server.close();
  await once(server, 'close');
});
