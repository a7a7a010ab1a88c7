import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nock from 'nock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireBody } from '@boxwood/command-bus';
import { fetchTransport } from '@boxwood/command-bus';
import { fileBody } from './file-body.ts';
import { fileTransport } from './file-transport.ts';

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const namesOf = (cause: unknown): readonly string[] =>
  cause instanceof Error ? [cause.name, ...namesOf(cause.cause)] : [];

describe('how files go up from Node', () => {
  let folder: string;
  let origin: string;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const server = createServer((request, response) => answer(request, response));

  beforeAll(async () => {
    // nock keeps written chunks until the end, but the transport reuses its buffers after each write.
    nock.restore();
    folder = mkdtempSync(join(tmpdir(), 'boxwood-file-transport-'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  });
  afterAll(() => {
    nock.activate();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Responds with the Content-Length header and the hash of the received bytes. */
  const hashing = (request: IncomingMessage, response: ServerResponse): void => {
    const hash = createHash('sha256');
    request.on('data', (piece: Buffer) => hash.update(piece));
    request.on('end', () =>
      response.end(JSON.stringify([request.headers['content-length'], hash.digest('hex'), request.headers['x-more']])),
    );
  };
  const send = async (body: WireBody, onProgress?: (sent: number) => void, signal = new AbortController().signal) => {
    const headers = { 'x-more': 'yes' };
    const sent = await fileTransport().exchange({
      method: 'PUT',
      url: `${origin}/filetrans`,
      query: { start: '0' },
      headers,
      body,
      signal,
      onProgress,
    });
    return sent._tag === 'Left' ? sent.left : { status: sent.right.status, text: await sent.right.text() };
  };
  const fileOf = async (size: number, start = 0) => {
    const from = join(folder, `${size}-${start}.bin`);
    const bytes = randomBytes(size);
    writeFileSync(from, bytes);
    return { from, bytes, body: await fileBody({ from, stats: await stat(from, { bigint: true }), start }) };
  };

  it('a file goes out as it is, with its length and progress to its end; a part of it from where it begins', async () => {
    answer = hashing;
    for (const [size, start] of [
      [5_000_001, 0],
      [5_000_001, 3_000_000],
      [2 * 1024 * 1024, 0],
      [1, 0],
    ] as const) {
      const { bytes, body } = await fileOf(size, start);
      const told: number[] = [];
      const sent = await send(body, (done) => told.push(done));
      const rest = bytes.subarray(start);
      expect(sent).toEqual({ status: 200, text: JSON.stringify([String(rest.length), sha(rest), 'yes']) });
      expect(told.at(-1)).toBe(rest.length);
      expect(told).toEqual(told.toSorted((a, b) => a - b));
    }
  });

  it('bytes and blobs that are in memory go as well, and nothing', async () => {
    answer = hashing;
    const bytes = new Uint8Array(randomBytes(3_000_000));
    for (const body of [bytes, new Blob([bytes])])
      expect(await send(body)).toEqual({ status: 200, text: JSON.stringify(['3000000', sha(bytes), 'yes']) });
    expect(await send(null)).toEqual({ status: 200, text: JSON.stringify(['0', sha(new Uint8Array()), 'yes']) });
  });

  it('a file that changes while it is read is never sent to its end, by this transport or by fetch', async () => {
    for (const transport of [fileTransport(), fetchTransport()]) {
      const { from, body } = await fileOf(20_000_000, 0);
      let ended = false;
      answer = (request) => {
        request.once('data', () => truncateSync(from, 19_999_999));
        request.on('end', () => (ended = true)).on('error', () => undefined);
        request.resume();
      };
      const { signal } = new AbortController();
      const sent = await transport.exchange({
        method: 'PUT',
        url: `${origin}/filetrans`,
        query: {},
        headers: {},
        body,
        signal,
      });
      const causes = namesOf(sent._tag === 'Left' && sent.left._tag === 'Network' ? sent.left.cause : null);
      expect(causes).toContain('NotReadableError');
      expect(ended).toBe(false);
    }
    const { from, body: _ } = await fileOf(10, 0);
    const seen = await stat(from, { bigint: true });
    writeFileSync(from, 'other');
    await expect(fileBody({ from, stats: seen, start: 0 })).rejects.toThrow('changed while it was being read');
  });

  it('who answers before all has come is heard', async () => {
    answer = (_request, response) => response.writeHead(413, { connection: 'close' }).end('{"error":16}');
    const { body } = await fileOf(30_000_000, 0);
    const sent = await send(body);
    // On some systems an unread request body closes the connection before the response is received.
    if ('status' in sent) expect(sent).toEqual({ status: 413, text: '{"error":16}' });
    else expect(sent._tag).toBe('Network');
  });

  it('ends when it is told to, and says so; where nobody is, that is the network', async () => {
    const stop = new AbortController();
    answer = (request) => void request.once('data', () => stop.abort());
    const { body } = await fileOf(30_000_001, 0);
    expect(await send(body, undefined, stop.signal)).toEqual({ _tag: 'Aborted' });
    const gone = await fileTransport().exchange({
      method: 'PUT',
      url: 'http://127.0.0.1:1/',
      query: {},
      headers: {},
      body,
      signal: new AbortController().signal,
    });
    expect(gone).toMatchObject({ _tag: 'Left', left: { _tag: 'Network', cause: { code: 'ECONNREFUSED' } } });
  });
});
