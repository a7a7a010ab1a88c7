/**
 * A box answers to its own names only: a page whose own name resolves to the box (DNS rebinding) gets nothing, and no
 * link contains such a name.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { request as startRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

const OWN = 'box.example.org';
const EVIL = 'evil.example.net';
let box: BoxProcess;
beforeAll(async () => {
  box = await startBoxProcess({ args: ['--host-name', OWN] });
  mkdirSync(join(box.usb1, OWNER), { recursive: true });
  writeFileSync(join(box.usb1, OWNER, 'letter.txt'), 'dear');
});
afterAll(() => box.remove());

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly host: string;
  readonly body?: object;
}
/** A request whose `Host` and `Origin` contain a rebound name, as a browser sends it after DNS rebinding. */
const ask = ({ method = 'GET', path, host, body }: Asked) =>
  new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
    const headers = {
      host: `${host}:${box.port}`,
      ...(body === undefined ? {} : { origin: `http://${host}:${box.port}`, 'content-type': 'application/json' }),
    };
    const request = startRequest({ host: '127.0.0.1', port: box.port, method, path, headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk: string) => (text += chunk));
      reply.on('end', () => {
        resolve({ status: reply.statusCode ?? 0, type: reply.headers['content-type'] ?? '', text });
      });
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });

const letter = async () => {
  const { token } = await signIn(box.origin, OWNER);
  const params = { path: `/mnt/usb1/${OWNER}`, names: ['letter.txt'], days: 1, code: '0000' };
  const envelope = (cmd: string, content: object) => ({ version: 1, username: OWNER, token, cmd, params: content });
  return {
    token,
    share: envelope('SHAREURL', params),
    list: envelope('SHARELIST', { user: OWNER, page: 1, count: 10 }),
  };
};

describe('a name of somebody else that leads to the box', () => {
  it('is answered 421 in words on every door, also when the page’s origin is that name', async () => {
    const { token } = await letter();
    for (const asked of [
      ...['/', '/home', '/healthz', '/port_80/mnt/usb1/x?key=a', '/s/abcdefghij012345', '/account/user/userinfo'].map(
        (path) => ({ path }),
      ),
      {
        method: 'POST',
        path: '/eshell',
        body: { version: 1, username: OWNER, token, cmd: 'GETPRODUCTINFO', params: [] },
      },
      { method: 'POST', path: '/account/transitAuth/check', body: { userName: OWNER, pwd: 'wrong' } },
      { method: 'PUT', path: '/filetrans?uuid=a&start=0', body: {} },
    ]) {
      const { status, type, text } = await ask({ ...asked, host: EVIL });
      expect([status, type], asked.path).toEqual([421, 'text/plain; charset=utf-8']);
      expect(text).toContain('--host-name');
    }
  });

  it('has no link made to it; the name the box was told has', async () => {
    const { share, list, token } = await letter();
    const path = `/${token}`;
    expect((await ask({ method: 'POST', path, host: EVIL, body: share })).status).toBe(421);
    const made = await ask({ method: 'POST', path, host: OWN, body: share });
    expect([made.status, made.text]).toEqual([200, expect.stringContaining(`http://${OWN}:${box.port}/s/`)]);
    const { text } = await ask({ method: 'POST', path, host: 'box.lan', body: list });
    expect(text).toContain(`http://box.lan:${box.port}/s/`);
    expect(text).not.toContain(EVIL);
  });

  it('names that only a home has need no telling', async () => {
    for (const host of ['127.0.0.1', 'localhost', 'box', 'box.local', 'box.fritz.box', OWN, OWN.toUpperCase()])
      expect((await ask({ path: '/healthz', host })).status, host).toBe(200);
  });
});
