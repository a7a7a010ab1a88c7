import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { CommandSpec, CommandTree } from '@boxwood/account-sdk';
import { localTransport, serviceTree } from '@boxwood/account-sdk/server';
import { codeParams, createAccountClient, signInParams, withBoxSecret } from '@boxwood/account-sdk';
import { isRecord } from '@boxwood/command-bus/codecs';
import * as fc from 'fast-check';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import type { TestService } from '../testing/account-test-helpers.ts';
import { codeOfCall, startService } from '../testing/account-test-helpers.ts';

// The guard of the unit tests wraps sockets and connects late; here the moment counts.
nock.restore();

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  await service.stop();
  expect(service.faults).toEqual([]);
});
const tree: CommandTree = serviceTree;
const all: readonly CommandSpec[] = Object.values(tree).flatMap((commands) => Object.values(commands));
const codeIn = (answer: unknown): unknown => (isRecord(answer) ? answer['code'] : undefined);

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${service.url()}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('section 0.2: where identity may stand', () => {
  it('G-27: in headers, in the query or in the body; headers win', async () => {
    const { token } = await service.createBoxWithOwner();
    const headers = { userName: 'ann_lee', token };
    const code = async (reply: Response) => codeIn(await reply.json());
    const get = (query: string, own: Record<string, string> = {}) =>
      fetch(`${service.url()}/user/userinfo${query}`, { headers: own });
    expect(await code(await get('', headers))).toBe(200);
    expect(await code(await get(`?userName=ann_lee&token=${token}`))).toBe(200);
    expect(await code(await post('/transitAuth/checkToken', JSON.stringify(headers)))).toBe(200);
    expect(await code(await get(`?userName=ann_lee&token=${token}`, { ...headers, token: 'x'.repeat(32) }))).toBe(1001);
    expect(await code(await get('', { ...headers, devtype: 'phone' }))).toBe(2008);
  });

  it('a body that is no UTF-8 is refused, not read with replacements', async () => {
    const words = Buffer.from(JSON.stringify({ userName: 'ann_lee', token: 'x'.repeat(32) }), 'latin1');
    expect(codeIn(await (await post('/transitAuth/checkToken', words)).json())).toBe(1001);
    words[words.indexOf('xxx')] = 0xff;
    const reply = await post('/transitAuth/checkToken', words);
    expect([reply.status, codeIn(await reply.json())]).toEqual([200, 2004]);
  });

  it('G-27: every reply is JSON, not to be stored, not to be sniffed; unknown paths are 404', async () => {
    const { token } = await service.createBoxWithOwner();
    const reply = await fetch(`${service.url()}/user/modifyStateByType?type=1`, {
      headers: { userName: 'ann_lee', token },
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(reply.headers.get('set-cookie')).toBeNull();
    expect((await fetch(`${service.url()}/user/nothing`)).status).toBe(404);
    expect((await post('/user/userinfo', '{}')).status).toBe(404);
  });
});

describe('access', () => {
  it('every command says 1001 to a stranger unless its declaration says public, and then it asks for a signature or a secret', async () => {
    for (const command of all) {
      const reply = await fetch(`${service.url()}${command.path}`, {
        method: command.method,
        ...(command.method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
      });
      // Parameters are empty, so public commands get no further than their codec.
      expect(codeIn(await reply.json()), command.name).toBe(command.access === 'public' ? 2004 : 1001);
    }
    expect(all.length).toBeGreaterThan(60);
    const open = all.filter((command) => command.access === 'public');
    expect(open.map((command) => command.name).toSorted()).toEqual([
      'CheckCode',
      'CountTry',
      'IntrospectToken',
      'PostMessage',
      'RegisterBox',
      'RegisterUser',
      'RenewPassword',
      'ReportBox',
      'SendCode',
      'SetUpOwner',
      'SignIn',
    ]);
  });
});

describe('bodies', () => {
  it('G-01: a JSON body over 1 MiB and a form over its limit are 413, exactly 1 MiB is read', async () => {
    const exact = `{"a":"${'x'.repeat(1024 * 1024 - 8)}"}`;
    expect(Buffer.byteLength(exact)).toBe(1024 * 1024);
    expect((await post('/transitAuth/check', exact)).status).toBe(200);
    expect((await post('/transitAuth/check', `${exact} `)).status).toBe(413);
    const form = new FormData();
    form.append('files', new Blob([new Uint8Array(9 * 1024 * 1024)]), 'a.png');
    const reply = await fetch(`${service.url()}/user/sendAdvice`, { method: 'POST', body: form }).catch(() => null); // the service may close the connection during the request
    expect(reply === null || reply.status === 413).toBe(true);
  });

  it('a caller who goes away in the middle of a body leaves nothing behind', async () => {
    const { port } = new URL(service.url());
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          'POST /transitAuth/check HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a"',
        );
        setTimeout(() => {
          socket.destroy();
          resolve();
        }, 20);
      });
    });
    expect(await codeOfCall(service.client().session.check())).toBe(1001);
  });

  it('no request with any body makes a 5xx, a hang, or a reply that is no refusal', async () => {
    const { token } = await service.createBoxWithOwner();
    const paths = all.map(({ path, method }) => ({ path, method }));
    const hostile = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '',
        '{',
        'null',
        '[]',
        '"x"',
        '{"__proto__":{"a":1}}',
        '{"userName":{"$ne":1}}',
        '{"pwd":"\\ud800"}',
        '[[[[[[[[',
        '{"boxName":"\\u0000"}',
      ),
      fc
        .dictionary(
          fc.constantFrom(
            'boxName',
            'userName',
            'token',
            'domain',
            'code',
            'param',
            'subId',
            'port',
            'white',
            'field',
            'box',
            'nick',
            'password',
            'mid',
          ),
          fc.jsonValue(),
        )
        .map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        hostile,
        fc.string({ maxLength: 40 }),
        fc.boolean(),
        async ({ path, method }, body, query, form) => {
          const type = form ? 'multipart/form-data; boundary=x' : 'application/json';
          const reply = await fetch(`${service.url()}${path}?${encodeURI(query)}`, {
            method,
            headers: { userName: 'ann_lee', token, 'content-type': type },
            ...(method === 'POST' ? { body } : {}),
          });
          expect(reply.status).toBe(200);
          const code = codeIn(await reply.json());
          expect(Number.isInteger(code)).toBe(true);
          expect(code).not.toBe(503);
        },
      ),
      { numRuns: propertyRuns(400) },
    );
    expect(service.faults).toEqual([]);
  });
});

describe('origins', () => {
  it('only pages of listed origins may call from elsewhere', async () => {
    const open = await startService({ origins: ['https://desktop.example.org'] });
    try {
      const ask = (origin: string) =>
        fetch(`${open.url()}/transitAuth/check`, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' },
        });
      const allowed = await ask('https://desktop.example.org');
      expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
        204,
        'https://desktop.example.org',
      ]);
      expect(allowed.headers.get('access-control-allow-headers')).toContain('token');
      expect((await ask('https://evil.example.org')).headers.get('access-control-allow-origin')).toBeNull();
    } finally {
      await open.stop();
    }
  });
});

describe('a foreign page in somebody’s browser', () => {
  /** Requests that a page may send without a preflight (Fetch, 2.2.2), and requests that need one. */
  const evil = 'https://evil.example.org';
  const simple = [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'text/plain; application/json' },
    {},
  ];
  const foreign = [
    { 'content-type': 'application/json', origin: evil },
    { 'content-type': 'multipart/form-data; boundary=x', origin: evil },
    { 'content-type': 'application/json', origin: 'null' },
    { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    { 'content-type': 'application/json', 'sec-fetch-site': 'same-site' },
  ];
  const send = (path: string, body: object, headers: Record<string, string>) =>
    fetch(`${service.url()}${path}`, { method: 'POST', body: new TextEncoder().encode(JSON.stringify(body)), headers });

  it('cannot lock anybody out, nor have a code sent, with any kind of body', async () => {
    await service.createBoxWithOwner();
    const wrong = signInParams('ann_lee', 'wrong horse', 'k'.repeat(32));
    const code = codeParams('ann@example.org');
    for (const [status, kinds] of [
      [415, simple],
      [403, foreign],
    ] as const)
      for (const headers of kinds) {
        for (let i = 0; i < 6; i++) expect((await send('/transitAuth/check', wrong, headers)).status).toBe(status);
        expect((await send('/auth/send', code, headers)).status).toBe(status);
      }
    await service.signIn('ann_lee');
    await expect(service.messageTo('ann@example.org')).rejects.toThrow();
  });

  it('cannot use up the tries of a code, nor change a state, with a GET', async () => {
    const code = await service.codeFor('ann@example.org');
    const wrong = code === '000000' ? '000001' : '000000';
    const ask = (headers: Record<string, string>) =>
      fetch(
        `${service.url()}/auth/checkCode?${new URLSearchParams({ ...codeParams('ann@example.org'), code: wrong })}`,
        {
          headers,
        },
      );
    for (let i = 0; i < 6; i++) {
      expect((await ask({ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' })).status).toBe(403);
      expect((await ask({ origin: evil })).status).toBe(403);
    }
    expect(await codeOfCall(service.client().session.checkCode({ ...codeParams('ann@example.org'), code }))).toBe(200);
  });

  it('the service’s own page, a listed one, one at its public name, and programs are no foreign page', async () => {
    const open = await startService({ origins: ['https://desk.example'], publicUrl: 'https://account.example/below' });
    try {
      const { origin } = new URL(open.url());
      for (const headers of [
        {},
        { origin, 'sec-fetch-site': 'same-origin' },
        { origin: 'https://desk.example', 'sec-fetch-site': 'cross-site' },
        { origin: 'https://account.example', 'sec-fetch-site': 'same-origin' },
      ]) {
        const reply = await fetch(`${open.url()}/transitAuth/checkToken`, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json', ...headers },
        });
        expect([reply.status, codeIn(await reply.json())], JSON.stringify(headers)).toEqual([200, 1001]);
      }
    } finally {
      await open.stop();
    }
  });
});

describe('in a box', () => {
  it('shares an origin below its prefix and leaves everything else to the box', async () => {
    const mounted = await startService({ prefix: '/account' });
    const box = createServer((request, response) => {
      void mounted
        .account()
        .handler(request, response)
        .then((answered) => {
          if (!answered) response.end('the box');
        });
    });
    await new Promise<void>((resolve) => box.listen(0, '127.0.0.1', resolve));
    const address = box.address();
    const base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    try {
      expect(await (await fetch(`${base}/transitAuth/check`, { method: 'POST', body: '{}' })).text()).toBe('the box');
      expect(await (await fetch(`${base}/accounting`)).text()).toBe('the box');
      expect(
        await (
          await fetch(`${base}/account/transitAuth/check`, {
            method: 'POST',
            body: '{}',
            headers: { 'content-type': 'application/json' },
          })
        ).json(),
      ).toMatchObject({ code: 2004 });
      expect((await fetch(`${base}/account/nothing`)).status).toBe(404);
    } finally {
      box.closeAllConnections();
      box.close();
      await mounted.stop();
    }
  });

  it('a box in the same process calls the commands without sockets', async () => {
    const transport = withBoxSecret(localTransport(service.account().router), 'box7', 's'.repeat(40));
    const own = createAccountClient({ baseUrl: 'http://local', transport });
    expect(await own.link.register({ box: service.boxInfo('box7') })).toEqual({ boxName: 'box7', owned: 'N' });
    await own.link.setUpOwner({ userName: 'ann_lee', password: 'correct horse' });
    await own.link.report({ lanIp: '', wanIp: '', ipv6: '', apiPort: 6900, version: '1.0.25' });
    const { boxToken: token = '' } = await (await service.signIn('ann_lee')).api.box.address({ boxName: 'box7' });
    expect(await own.session.introspect({ boxId: 'box7', userName: 'ann_lee', token })).toMatchObject({
      admin: 'Y',
      bound: 'Y',
    });
  });
});

describe('stopping', () => {
  it('answers what is under way, then lets go; a second close does nothing', async () => {
    const { port } = new URL(service.url());
    const slow = new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          'POST /transitAuth/check HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
        );
        setTimeout(() => {
          void service.account().close();
          socket.write('}');
        }, 50);
      });
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('close', () => {
        resolve(text);
      });
    });
    expect(await slow).toMatch(/^HTTP\/1\.1 200 [^]*"code":2004/);
    await service.account().close();
    await expect(fetch(`${service.url()}/user/userinfo`)).rejects.toThrow();
  });
});

it('a request says once whom it is for: none in HTTP/1.1 and two are 400, also at the relay and where boxes dial in', async () => {
  const statusOf = (...lines: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(service.url()).port), '127.0.0.1');
      socket.setEncoding('latin1').once('error', reject);
      socket.once('data', (said: string) => {
        socket.destroy();
        resolve(said.split(' ')[1] ?? '');
      });
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    });
  const doors: readonly (readonly [line: string, fine: string, ...more: readonly string[]])[] = [
    ['POST /transitAuth/checkToken', '200', 'content-type: application/json', 'content-length: 2', '', '{}'],
    ['GET /relay/healthz', '401'],
    ['GET /relay-dial', '401', 'connection: upgrade', 'upgrade: boxwood-tunnel'],
  ];
  for (const [line, fine, ...more] of doors) {
    const send = (...hosts: readonly string[]) => statusOf(`${line} HTTP/1.1`, ...hosts, ...more);
    expect([line, await send('Host: account.example')]).toEqual([line, fine]);
    expect([line, await send()]).toEqual([line, '400']);
    expect([line, await send('Host: account.example', 'host: evil.example')]).toEqual([line, '400']);
  }
});
