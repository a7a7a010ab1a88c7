import { inspect } from 'node:util';
import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BoxFailure, codeOf } from './box-error.ts';
import type { CallRecord } from './middleware.ts';
import {
  BASE,
  errorOf,
  FindThing,
  ListThings,
  MoveThing,
  PutBytes,
  setUp,
  settle,
  ShareThing,
  TOKEN,
} from './test-kit.ts';

const good = { error: 0, sum: 1, list: [{ n: 'a' }] };

// Another test file of this process may have restored the network.
beforeAll(() => {
  if (!nock.isActive()) nock.activate();
});
afterEach(() => {
  expect(nock.pendingMocks()).toEqual([]);
});
afterAll(() => {
  nock.restore();
});

describe('the bytes of a call', () => {
  it('SDK-001, SDK-002: a jsonparam command is JSON inside an envelope, byte for byte', async () => {
    const body = `{"version":1,"username":"ann","token":"${TOKEN}","cmd":"LIST","jsonparam":"{\\"path\\":\\"/a b\\",\\"count\\":2}"}`;
    nock(BASE, { reqheaders: { 'content-type': 'application/json' } })
      .post('/things', (sent: unknown) => JSON.stringify(sent) === body)
      .reply(200, good);
    expect(await setUp().client.send(ListThings, { path: '/a b', count: 2 })).toEqual(good);
  });

  it('G-01: positional parameters are a list of texts', async () => {
    nock(BASE)
      .post('/things', { version: 1, username: 'ann', token: TOKEN, cmd: 'MOVE', params: ['/a', '5368709120'] })
      .reply(200, { error: 0 });
    await setUp().client.send(MoveThing, { source: '/a', size: 5_368_709_120 });
  });

  it('G-04: a token endpoint carries the token of the caller in its path', async () => {
    nock(BASE).post(`/${TOKEN}`).reply(200, { error: 0, failed: [] });
    await setUp().client.send(ShareThing, { path: '/a' });
  });

  it('SDK-005, SDK-006: an account call carries devtype, userName and token as headers, parameters in path and query', async () => {
    nock(BASE, { reqheaders: { devtype: 'web', username: 'ann', token: TOKEN } })
      .get('/user/a%2Fb%20%C3%A9/things')
      .query({ page: '3' })
      .reply(200, { code: 200, data: { found: 7 } });
    expect(await setUp().client.send(FindThing, { id: 'a/b é', page: 3 })).toEqual({ found: 7 });
  });

  it('SDK-008: the base address is read at every call', async () => {
    let base = 'http://one.test';
    const { client } = setUp({ baseUrl: () => base });
    nock('http://one.test').post('/things').reply(200, good);
    nock('http://two.test').post('/things').reply(200, good);
    await client.send(ListThings, { path: '/a' });
    base = 'http://two.test';
    await client.send(ListThings, { path: '/a' });
  });

  it('SDK-B67: a transfer sends its bytes with a query, and leaves absent values out', async () => {
    nock(BASE, { reqheaders: { 'content-type': 'application/octet-stream' } })
      .put('/bytes', 'abc')
      .query({ start: '8388608' })
      .reply(200, { size: 3 });
    const { client } = setUp();
    const bytes = new TextEncoder().encode('abc');
    expect(await client.transfer(PutBytes, { start: 8_388_608 }, bytes)()).toEqual({
      _tag: 'Right',
      right: { size: 3 },
    });
  });
});

describe('what comes back', () => {
  const answer = async (status: number, body: string | object, repeat = 1) => {
    nock(BASE).post('/things').times(repeat).reply(status, body);
    const time = setUp();
    const result = time.client.exec(ListThings, { path: '/a' })();
    await time.advance(600);
    const error = errorOf(await result);
    expect(time.pending()).toBe(0);
    return error;
  };

  it('SDK-007, ERR-052: a gateway page with 502, 503 or 504 is a network error, number -1', async () => {
    for (const status of [502, 503, 504]) {
      const error = await answer(status, '<html>Bad Gateway</html>', 2);
      expect(error).toMatchObject({ _tag: 'Network' });
      expect(codeOf(error)).toBe(-1);
    }
  });

  it('another status is an HTTP error with its text cut short', async () => {
    expect(await answer(500, 'x'.repeat(5000))).toEqual({ _tag: 'Http', status: 500, body: 'x'.repeat(2000) });
  });

  it('SDK-009: what is no JSON, no envelope or not the promised result is malformed, never a value', async () => {
    expect(await answer(200, '<html>')).toMatchObject({ _tag: 'Malformed', at: 'envelope' });
    expect(await answer(200, '{"sum":1}')).toMatchObject({ _tag: 'Malformed', at: 'envelope' });
    expect(await answer(200, { ...good, list: 'none' })).toEqual({
      _tag: 'Malformed',
      at: 'result',
      issues: ['list: expected list of object'],
    });
  });

  it('an entry that cannot be read is left out and told to the log; the others are there, whatever form their numbers have', async () => {
    nock(BASE)
      .post('/things')
      .reply(200, { error: '0', sum: '3', list: [{ n: 'a' }, { n: 7 }, { n: {} }, null] });
    const records: CallRecord[] = [];
    const { client } = setUp({ log: (record) => records.push(record) });
    expect(await client.send(ListThings, { path: '/a' })).toMatchObject({ sum: 3, list: [{ n: 'a' }, { n: '7' }] });
    expect(records).toMatchObject([{ call: 'ListThings', outcome: 'ok', unread: 2 }]);
  });

  it('SDK-004: error 0 and 1 are yes; others are refusals with family, words and fields', async () => {
    nock(BASE)
      .post('/things')
      .reply(200, { ...good, error: 1 });
    expect(await setUp().client.exec(ListThings, { path: '/a' })()).toMatchObject({ _tag: 'Right' });
    const error = await answer(200, { error: 6, info: 'gone', left: 3 });
    expect(error).toEqual({ _tag: 'Refused', family: 'GEN', code: 6, info: 'gone', fields: { left: 3 } });
    expect(codeOf(error)).toBe(6);
  });

  it('G-67: error 3 with a list of failures is an answer of a partial command', async () => {
    const failed = [{ path: '/a', error: 15 }];
    nock(BASE).post(`/${TOKEN}`).reply(200, { error: 3, failed });
    expect(await setUp().client.send(ShareThing, { path: '/a' })).toMatchObject({ failed });
    nock(BASE).post(`/${TOKEN}`).reply(200, { error: 3 });
    expect(errorOf(await setUp().client.exec(ShareThing, { path: '/a' })())).toMatchObject({
      _tag: 'Refused',
      code: 3,
    });
  });

  it('`send` throws a BoxFailure that names the command and holds the error', async () => {
    nock(BASE).post('/things').reply(200, { error: 15 });
    const failure: unknown = await setUp()
      .client.send(MoveThing, { source: '/a', size: 1 })
      .catch((reason: unknown) => reason);
    expect(failure).toBeInstanceOf(BoxFailure);
    expect(failure).toMatchObject({
      command: 'MoveThing',
      error: { code: 15 },
      message: 'MoveThing: refused with GEN 15',
    });
  });

  it('a call that reached nobody has what the network said as its cause, which Node prints', async () => {
    nock(BASE)
      .post('/things')
      .replyWithError(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
    const failure: unknown = await setUp()
      .client.send(MoveThing, { source: '/a', size: 1 })
      .catch((reason: unknown) => reason);
    expect(failure).toMatchObject({ message: 'MoveThing: no connection', cause: expect.any(Error) as Error });
    expect(inspect(failure)).toContain('ECONNREFUSED');
  });

  it('parameters that do not fit name their field and are never sent', async () => {
    const { client } = setUp();
    expect(errorOf(await client.exec(MoveThing, { source: 'a', size: 1 })())).toEqual({
      _tag: 'Malformed',
      at: 'params',
      issues: ['source: expected absolute path'],
    });
    expect(errorOf(await client.transfer(PutBytes, { start: -1 }, 'x')())).toMatchObject({ at: 'params' });
  });
});

describe('session, relay, log', () => {
  it('G-28: box error 18 is reported as expired, account 1001 as identity failed; the refusal passes on', async () => {
    const problems: string[] = [];
    const { client } = setUp({ onSessionProblem: (problem, call) => problems.push(`${call} ${problem}`) });
    nock(BASE).post('/things').reply(200, { error: 18 });
    expect(errorOf(await client.exec(ListThings, { path: '/a' })())).toMatchObject({ code: 18 });
    nock(BASE).get('/user/x/things').reply(200, { code: 1001 });
    expect(errorOf(await client.exec(FindThing, { id: 'x' })())).toMatchObject({ code: 1001 });
    nock(BASE).post('/things').reply(200, { error: 13 });
    await client.exec(MoveThing, { source: '/a', size: 1 })();
    expect(problems).toEqual(['ListThings expired', 'FindThing identityFailed']);
  });

  it('G-06, SDK-003: relay values are headers of a POST and query of a GET', async () => {
    const { client } = setUp({
      relay: { current: () => ({ host: 'h', auth: 'a' }), renew: () => Promise.resolve(null) },
    });
    nock(BASE, { reqheaders: { 'x-relay-host': 'h', 'x-relay-auth': 'a' } })
      .post('/things')
      .reply(200, good);
    await client.send(ListThings, { path: '/a' });
    nock(BASE)
      .get('/user/x/things')
      .query({ host: 'h', auth: 'a' })
      .reply(200, { code: 200, data: { found: 1 } });
    await client.send(FindThing, { id: 'x' });
  });

  it('G-06: after a 401 of the relay the values are renewed and the call repeated once, even a write', async () => {
    let renewals = 0;
    const relay = {
      current: () => ({ host: 'h', auth: 'old' }),
      renew: () => {
        renewals += 1;
        return Promise.resolve({ host: 'h', auth: 'new' });
      },
    };
    nock(BASE, { reqheaders: { 'x-relay-auth': 'old' } })
      .post('/things')
      .times(2)
      .reply(401);
    nock(BASE, { reqheaders: { 'x-relay-auth': 'new' } })
      .post('/things')
      .reply(200, { error: 0 });
    nock(BASE, { reqheaders: { 'x-relay-auth': 'new' } })
      .post('/things')
      .reply(401);
    const { client } = setUp({ relay });
    await client.send(MoveThing, { source: '/a', size: 1 });
    expect(errorOf(await client.exec(MoveThing, { source: '/a', size: 1 })())).toMatchObject({
      _tag: 'Http',
      status: 401,
    });
    expect(renewals).toBe(2);
  });

  it('a relay that cannot be renewed leaves the 401, and never throws', async () => {
    nock(BASE).post('/things').reply(401);
    const { client } = setUp({
      relay: { current: () => ({ host: 'h', auth: 'a' }), renew: () => Promise.reject(new Error('no account')) },
    });
    expect(errorOf(await client.exec(MoveThing, { source: '/a', size: 1 })())).toMatchObject({
      _tag: 'Http',
      status: 401,
    });
  });

  it('the log learns names and outcomes and nothing of parameters, token or address', async () => {
    const records: CallRecord[] = [];
    const { client } = setUp({ log: (record) => records.push(record) });
    nock(BASE).post('/things').reply(200, good);
    nock(BASE).post('/things').reply(200, { error: 11, info: '/secret/place' });
    await client.send(ListThings, { path: '/secret/place' });
    await client.exec(MoveThing, { source: '/secret/place', size: 1 })();
    expect(records).toEqual([
      { call: 'ListThings', ms: 0, outcome: 'ok', code: 0 },
      { call: 'MoveThing', ms: 0, outcome: 'Refused', code: 11 },
    ]);
    expect(JSON.stringify(records)).not.toMatch(/secret|box\.test|0123456789/);
  });
});

describe('transfers', () => {
  it('a refused status is an HTTP error, an empty 200 an empty answer', async () => {
    const { client } = setUp();
    nock(BASE).put('/bytes').query(true).reply(409, '{"start":7}');
    expect(errorOf(await client.transfer(PutBytes, { start: 0 }, 'x')())).toMatchObject({
      status: 409,
      body: '{"start":7}',
    });
    nock(BASE).put('/bytes').query(true).reply(200, '');
    expect(await client.transfer(PutBytes, { start: 0, note: 'n' }, 'x')()).toEqual({ _tag: 'Right', right: {} });
    await settle();
  });
});
