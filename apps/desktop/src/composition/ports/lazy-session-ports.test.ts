import { createClient, left, right } from '@boxwood/command-bus';
import type { Setup } from '@boxwood/domain';
import { firstValueFrom, of, Subject, switchMap } from 'rxjs';
import { expect, it } from 'vitest';
import { ServingBox } from '../serving-box.ts';
import { lazyAccountPort } from './lazy-session-ports.ts';

const page = { origin: 'http://box.test', host: 'box.test', hostname: 'box.test', port: '', protocol: 'http:' };

it('no call of a sign-in goes out before the box has said where its account service is', async () => {
  const says$ = new Subject<string>();
  const setup: Pick<Setup, 'state'> = {
    state: () =>
      says$.pipe(switchMap((account) => of(right({ needed: 0 as const, boxname: 'Attic', boxid: 'b1', account })))),
  };
  const serving = new ServingBox(page, setup);
  const called: string[] = [];
  const client = createClient({
    baseUrl: () => serving.accountUrl,
    transport: {
      reportsProgress: false,
      exchange: (request) => {
        called.push(request.url);
        return Promise.resolve(left({ _tag: 'Network', cause: null }));
      },
    },
  });
  const checked = firstValueFrom(lazyAccountPort(client, serving).checkToken());
  await import('./session-ports.ts');
  expect(called).toEqual([]);
  says$.next('https://account.example/');
  await checked;
  expect(called.map((url) => new URL(url).host)).toContain('account.example');
});
