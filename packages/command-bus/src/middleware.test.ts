import { expect, it } from 'vitest';
import { right } from './either.ts';
import { relayValues } from './middleware.ts';
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
        ...{ method, url: 'http://box.test/things', body: '', signal: new AbortController().signal },
        query: { host: 'evil', auth: 'evil' },
        headers: { 'x-relay-host': 'evil', 'x-relay-auth': 'evil' },
      },
    });
  const headers = { 'x-relay-host': 'h', 'x-relay-auth': 'a' };
  expect(sent).toMatchObject([{ query: { host: 'h', auth: 'a' } }, { headers }, { headers }]);
});
