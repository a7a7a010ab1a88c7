import { expect, it } from 'vitest';
import { left, right } from './either.ts';
import type { DecodedReply } from './envelope.ts';
import type { BoxError } from './box-error.ts';
import { relayValues, type RelayValues, reportSessionProblems } from './middleware.ts';
import { ListThings } from './test-kit.ts';
import type { WireRequest } from './transport.ts';

it('G-06: what a call carries under the names of the relay values does not replace them', async () => {
  const sent: WireRequest[] = [];
  const relay = { current: () => ({ host: 'h', auth: 'a' }), renew: () => Promise.resolve(null) };
  const through = relayValues(relay)(({ request }) => {
    sent.push(request);
    return Promise.resolve(right(null));
  });
  for (const method of ['GET', 'POST', 'PUT'] as const)
    await through({
      spec: ListThings,
      request: {
        method,
        url: 'http://box.test/things',
        body: '',
        signal: new AbortController().signal,
        query: { host: 'evil', auth: 'evil' },
        headers: { 'x-relay-host': 'evil', 'x-relay-auth': 'evil' },
      },
    });
  const headers = { 'x-relay-host': 'h', 'x-relay-auth': 'a' };
  expect(sent).toMatchObject([{ query: { host: 'h', auth: 'a' } }, { headers }, { headers }]);
});

const call = {
  spec: ListThings,
  request: {
    ...({ method: 'POST', url: 'http://box.test/things', body: '', query: {}, headers: {} } as const),
    signal: new AbortController().signal,
  },
};

it('a session is over by 18 of the box’s families and 1001 of the account service, and by nothing else', async () => {
  const told: string[] = [];
  const families = ['GEN', 'OPS', 'TSK', 'ALB', 'PLG', 'APP', 'ACC', 'BDU', 'RPC'] as const;
  for (const family of families)
    for (const code of [0, 2, 18, 1001]) {
      const error: BoxError = { _tag: 'Refused', family, code, fields: {} };
      const watch = reportSessionProblems((problem) => told.push(`${family} ${code} ${problem}`));
      expect(await watch(() => Promise.resolve(left(error)))(call)).toEqual(left(error));
    }
  await reportSessionProblems((problem) => told.push(problem))(() => Promise.resolve(right(18)))(call);
  const box = ['GEN', 'OPS', 'TSK', 'ALB', 'PLG', 'APP'].map((family) => `${family} 18 expired`);
  expect(told).toEqual([...box, 'ACC 1001 identityFailed']);
});

it('G-06: the relay’s values are renewed after its 401, once, and after nothing else', async () => {
  const attempt = async (answers: readonly DecodedReply<unknown>[], renewed: () => Promise<RelayValues | null>) => {
    const hosts: unknown[] = [];
    let renewals = 0;
    const relay = {
      current: () => ({ host: 'old', auth: 'a' }),
      renew: () => {
        renewals += 1;
        return renewed();
      },
    };
    const result = await relayValues(relay)(({ request }) => {
      hosts.push(request.headers['x-relay-host']);
      return Promise.resolve(answers[hosts.length - 1] ?? right('more'));
    })(call);
    return { result, hosts, renewals };
  };
  const fresh = () => Promise.resolve({ host: 'new', auth: 'b' });
  const closed = left<BoxError>({ _tag: 'Http', status: 401, body: '' });
  const once = { hosts: ['old'], renewals: 0 };
  expect(await attempt([right(1)], fresh)).toEqual({ ...once, result: right(1) });
  const others: readonly BoxError[] = [
    { _tag: 'Http', status: 403, body: '' },
    { _tag: 'Http', status: 502, body: '' },
    { _tag: 'Network', cause: 'gone' },
    { _tag: 'Aborted' },
  ];
  for (const error of others) expect(await attempt([left(error)], fresh)).toEqual({ ...once, result: left(error) });
  expect(await attempt([closed, right(2)], fresh)).toEqual({ result: right(2), hosts: ['old', 'new'], renewals: 1 });
  expect(await attempt([closed, closed], fresh)).toEqual({ result: closed, hosts: ['old', 'new'], renewals: 1 });
  for (const none of [() => Promise.resolve(null), () => Promise.reject(new Error('away'))])
    expect(await attempt([closed], none)).toEqual({ result: closed, hosts: ['old'], renewals: 1 });
});
