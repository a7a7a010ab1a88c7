import { right } from '@boxwood/command-bus';
import { firstValueFrom } from 'rxjs';
import { expect, it } from 'vitest';
import { createOneReplyClient } from './testing/reply-client.ts';
import { boxScriptTokens } from './script-tokens.ts';

it('a token that writes is one that writes, one that was never used was used at no time, and one is over at its end', async () => {
  const kept = { id: 'k', name: 'nightly', path: '/mnt/usb1/ann/Photos', ctime: 1, etime: 9 };
  const { client } = createOneReplyClient({
    list: [
      { ...kept, verb: 'write', used: 5 },
      { ...kept, id: 'l', verb: 'read', etime: 10, used: 0 },
    ],
  });
  const clock = { now: () => 9000 };
  const shown = { name: 'nightly', path: kept.path };
  expect(await firstValueFrom(boxScriptTokens(client, clock).list())).toEqual(
    right([
      { ...shown, id: 'k', writes: true, until: 9, ended: true, used: 5 },
      { ...shown, id: 'l', writes: false, until: 10, ended: false, used: null },
    ]),
  );
});

it('what is made may do what was asked for, and answers the token itself', async () => {
  const { client, requests } = createOneReplyClient({ id: 'k', token: 'abc' });
  const tokens = boxScriptTokens(client, { now: () => 0 });
  const wish = { name: 'nightly', path: '/mnt/usb1/ann', days: 30 };
  expect(await firstValueFrom(tokens.make({ ...wish, writes: false }))).toEqual(right('abc'));
  await firstValueFrom(tokens.make({ ...wish, writes: true }));
  await firstValueFrom(tokens.end('k'));
  expect(requests).toEqual([
    { cmd: 'TOKENADD', params: ['nightly', 'read', '/mnt/usb1/ann', '30'] },
    { cmd: 'TOKENADD', params: ['nightly', 'write', '/mnt/usb1/ann', '30'] },
    { cmd: 'TOKENDEL', params: ['k'] },
  ]);
});
