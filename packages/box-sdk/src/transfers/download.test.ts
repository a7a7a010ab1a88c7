import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { DownloadOptions } from './download.ts';
import { downloadFile } from './download.ts';

/**
 * A version of a file on a server, and the number of bytes after which the connection breaks; null for a connection
 * that holds.
 */
interface Version {
  readonly etag?: string;
  readonly content: string;
  readonly cut?: number | null;
}

const open: { close(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers as RFC 9110 says, each request with the next version; the last version repeats. */
const file =
  (...versions: readonly Version[]): Answer =>
  (request, response) => {
    const [next, ...rest] = versions;
    if (rest.length > 0) versions = rest;
    const { etag, content, cut = null } = next ?? { content: '' };
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? -1);
    const ifRange = request.headers['if-range'];
    const partly = from >= 0 && (ifRange === undefined || ifRange === etag);
    const tag = etag === undefined ? {} : { etag };
    if (partly && from >= content.length) {
      response.writeHead(416, { ...tag, 'content-range': `bytes */${content.length}` }).end();
      return;
    }
    const body = content.slice(partly ? from : 0);
    const range = partly ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {};
    response.writeHead(partly ? 206 : 200, { ...tag, ...range, 'content-length': body.length });
    if (cut === null) response.end(body);
    else response.write(body.slice(0, cut), () => response.destroy());
  };

const serve = async (answer: Answer) => {
  const asked: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers);
    answer(request, response);
  });
  open.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/film` };
};

const get = async (answer: Answer, options: Partial<DownloadOptions> = {}) => {
  const { asked, url } = await serve(answer);
  let text = '';
  const onBytes = (piece: Uint8Array): void => {
    text += new TextDecoder().decode(piece);
  };
  const result = await downloadFile(url, { onBytes, ...options });
  return { result, asked, text };
};

const OLD = { etag: '"old"', content: 'the old film, all of it' };
const NEW = { etag: '"new"', content: 'THE NEW FILM, ALL OF IT' };
const is412 = { _tag: 'Left', left: { _tag: 'Http', status: 412 } };

describe('downloadFile', () => {
  it('goes on with the version that it began with, which it names', async () => {
    const { result, asked, text } = await get(file({ ...OLD, cut: 8 }, OLD));
    expect(result).toEqual({ _tag: 'Right', right: { bytes: OLD.content.length, etag: '"old"' } });
    expect(text).toBe(OLD.content);
    expect(asked.map(({ range, 'if-range': ifRange }) => [range, ifRange])).toEqual([
      [undefined, undefined],
      ['bytes=8-', '"old"'],
    ]);
  });

  it('a file that is another one, or shorter, when the line is good again is 412 and not a whole', async () => {
    expect((await get(file({ ...OLD, cut: 8 }, NEW))).result).toMatchObject(is412);
    const shorter = { etag: '"new"', content: 'short' };
    expect((await get(file({ ...OLD, cut: 8 }, shorter))).result).toMatchObject(is412);
    // A server that answers a range and ignores If-Range.
    const deaf: Answer = (request, response) => {
      delete request.headers['if-range'];
      again(request, response);
    };
    let again = file({ ...OLD, cut: 8 }, NEW);
    expect((await get(deaf)).result).toMatchObject(is412);
    again = file({ ...OLD, cut: 8 }, shorter);
    expect((await get(deaf)).result).toMatchObject(is412);
    again = file({ ...OLD, cut: 8 }, { ...OLD, content: 'the old' });
    expect((await get(deaf)).result).toMatchObject(is412);
  });

  it('a line that breaks behind the last byte has brought everything', async () => {
    const whole = { ...OLD, cut: OLD.content.length };
    const longer: Answer = (request, response) => {
      if (request.headers.range !== undefined) {
        file(OLD)(request, response);
        return;
      }
      // The server announces one byte more than the file has, so that the end looks like a broken connection.
      response.writeHead(200, { etag: '"old"', 'content-length': whole.content.length });
      return response.write(whole.content.slice(0, -1), () => response.destroy());
    };
    expect((await get(longer)).result).toMatchObject({ _tag: 'Right' });
    const { result } = await get(file(OLD), { start: OLD.content.length, etag: '"old"' });
    expect(result).toEqual({ _tag: 'Right', right: { bytes: OLD.content.length, etag: '"old"' } });
    expect((await get(file(NEW), { start: NEW.content.length, etag: '"old"' })).result).toMatchObject(is412);
  });

  it('goes on with what an earlier run left, if that is of the same version', async () => {
    const left = { start: 8, etag: '"old"' };
    expect(await get(file(OLD), left)).toMatchObject({ result: { _tag: 'Right' }, text: OLD.content.slice(8) });
    expect(await get(file(NEW), left)).toMatchObject({ result: is412, text: '' });
    // A caller that does not give the version gets the rest of the current one.
    expect((await get(file(NEW), { start: 8 })).result).toMatchObject({ _tag: 'Right', right: { etag: '"new"' } });
    const elsewhere: Answer = (_, response) =>
      response.writeHead(206, { etag: '"old"', 'content-range': 'bytes 0-22/23' }).end(OLD.content);
    expect((await get(elsewhere, left)).result).toMatchObject(is412);
    const whole: Answer = (_, response) => response.writeHead(200, { etag: '"old"' }).end(OLD.content);
    expect((await get(whole, left)).result).toMatchObject(is412);
  });

  it('says the version before its first byte', async () => {
    const heard: string[] = [];
    const { result } = await get(file({ ...OLD, cut: 8 }, OLD), {
      onVersion: (etag) => void heard.push(etag),
      onBytes: () => void heard.push('bytes'),
    });
    expect(result._tag).toBe('Right');
    expect(heard[0]).toBe('"old"');
    expect(heard.filter((one) => one === '"old"')).toHaveLength(1);
  });

  it('what the taker of a piece throws is thrown, and nothing is asked again', async () => {
    const full = new Error('ENOSPC');
    const { asked, url } = await serve(file(OLD));
    const refuse = (): never => {
      throw full;
    };
    await expect(downloadFile(url, { onBytes: refuse })).rejects.toBe(full);
    await expect(downloadFile(url, { onBytes: () => Promise.reject(full) })).rejects.toBe(full);
    await expect(downloadFile(url, { onBytes: () => undefined, onVersion: refuse })).rejects.toBe(full);
    expect(asked).toHaveLength(3);
  });

  it.each([undefined, 'W/"weak"'])('does not go on with a version that is not named strongly (%s)', async (etag) => {
    const version = { content: OLD.content, ...(etag === undefined ? {} : { etag }) };
    const cut = await get(file({ ...version, cut: 8 }, version));
    expect(cut.result).toMatchObject({ _tag: 'Left', left: { _tag: 'Network' } });
    expect(cut.asked).toHaveLength(1);
    // No bytes were passed on yet, so the download starts again.
    expect((await get(file({ ...version, cut: 0 }, version))).result).toMatchObject({ _tag: 'Right' });
  });

  it('fewer bytes than were announced are no whole, whatever the line says', async () => {
    const short: Answer = (request, response) => {
      if (request.headers.range !== undefined) {
        file(OLD)(request, response);
        return;
      }
      file({ ...OLD, cut: 5 })(request, response);
    };
    // A transport that reports every end as a complete body.
    const trusting: typeof fetch = async (input, init) => {
      const { body, status, headers } = await fetch(input, init);
      return new Response(body === null ? null : readable(body), { status, headers });
    };
    const readable = (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> => {
      const reader = body.getReader();
      return new ReadableStream({
        pull: async (controller) => {
          const piece = await reader.read().catch(() => null);
          if (piece === null || piece.done) controller.close();
          else controller.enqueue(piece.value);
        },
      });
    };
    expect(await get(short, { fetch: trusting })).toMatchObject({ result: { _tag: 'Right' }, text: OLD.content });
  });

  it('refusals are what they are, and who calls it off hears so', async () => {
    const no: Answer = (_, response) => response.writeHead(403).end('no');
    expect((await get(no)).result).toMatchObject({ _tag: 'Left', left: { _tag: 'Http', status: 403 } });
    expect((await get(file({ ...OLD, cut: 0 }), { patienceMs: 400 })).result).toMatchObject({
      _tag: 'Left',
      left: { _tag: 'Network' },
    });
    const stop = new AbortController();
    const { result } = await get(file({ ...OLD, cut: 8 }), { signal: stop.signal, onBytes: () => stop.abort() });
    expect(result).toEqual({ _tag: 'Left', left: { _tag: 'Aborted' } });
  });
});
