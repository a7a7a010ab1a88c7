import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import nock from 'nock';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import { errorOf, ListThings, manualTimers, PutBytes } from '../test-kit.ts';
import { MAX_REPLY_BYTES } from '../transport.ts';
import { fetchTransport } from './fetch-transport.ts';

// A real server on the loopback interface: the test counts the bytes that leave it.
nock.restore();

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  const open = server;
  if (open !== undefined) await new Promise((resolve) => open.close(resolve));
});

const serve = async (answer: (response: ServerResponse) => void): Promise<string> => {
  const made = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      answer(response);
    });
  });
  server = made;
  await new Promise<undefined>((resolve) =>
    made.listen(0, '127.0.0.1', () => {
      resolve(undefined);
    }),
  );
  const address = made.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
};

describe('a box that does not keep to it', () => {
  it('a reply that does not end is given up at 32 MiB, and is no reply', async () => {
    let sent = 0;
    const blanks = Buffer.alloc(1024 * 1024, ' ');
    const baseUrl = await serve((response) => {
      const more = (): void => {
        if (response.destroyed) return;
        sent += blanks.length;
        response.write(blanks, more);
      };
      more();
    });
    const { timers } = manualTimers();
    const client = createClient({ baseUrl, transport: fetchTransport(), timers });
    expect(errorOf(await client.exec(ListThings, { path: '/a' })())).toEqual({
      _tag: 'Malformed',
      at: 'envelope',
      issues: ['too long'],
    });
    // Plus the bytes buffered in sockets.
    expect(sent).toBeLessThan(MAX_REPLY_BYTES + 16 * 1024 * 1024);
  });

  it('a reply in pieces is read whole, whatever stands on the borders between them', async () => {
    const text = JSON.stringify({ error: 0, sum: 1, list: [{ n: '中文名字'.repeat(50) }] });
    const baseUrl = await serve((response) => {
      const bytes = Buffer.from(text);
      let at = 0;
      const more = (): void => {
        const piece = bytes.subarray(at, (at += 7));
        if (piece.length === 0) response.end();
        else response.write(piece, () => setImmediate(more));
      };
      more();
    });
    const client = createClient({ baseUrl, transport: fetchTransport() });
    expect(await client.exec(ListThings, { path: '/a' })()).toMatchObject({
      right: { list: [{ n: '中文名字'.repeat(50) }] },
    });
  });

  it('an upload that is taken and never answered ends, after as long as a slow line would need for it', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const baseUrl = await serve(() => {
      arrived.resolve(undefined);
    });
    const { timers, advance, pending } = manualTimers();
    const client = createClient({ baseUrl, transport: fetchTransport(), timers });
    const sending = client.transfer(PutBytes, { start: 0 }, new Uint8Array(1_600_000))();
    await arrived.promise;
    await advance(60_000 + 99_999);
    expect(pending()).toBe(1);
    await advance(1);
    expect(errorOf(await sending)).toEqual({ _tag: 'Timeout', ms: 160_000 });
  });
});
