import type { SessionStage } from '@boxwood/domain';
import { State } from '@boxwood/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { ServiceScope, token } from './service-scope.ts';
import { SessionScopes } from './session-scopes.ts';

const Alive = token<{ readonly user: string; close(): void }>('Alive');

const signedIn = (username: string): SessionStage => ({
  at: 'in',
  username,
  link: {
    boxId: 'b1',
    boxName: 'b1',
    nick: 'Attic',
    model: 'G2',
    version: '1.0.1',
    mode: 'toloc',
    api: '',
    ip: '',
    wanIp: '',
    ipv6: '',
    token: 't',
    relay: null,
    admin: false,
  },
});
const out: SessionStage = { at: 'signed-out', why: 'asked' };

const stages = new State<SessionStage>(out);
const session = { stage$: stages.stream };
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('SessionScopes', () => {
  beforeEach(() => {
    stages.set(out);
  });

  it('STATE-29: nothing of a sign-in is left running after logout, whoever signs in next', async () => {
    const running = new Set<string>();
    const scopes = new SessionScopes(ServiceScope.root(), session, () =>
      Promise.resolve((scope, stage) => {
        scope.bind(Alive, [], () => {
          const timer = setInterval(() => undefined, 1_000);
          running.add(stage.username);
          return {
            user: stage.username,
            close: () => {
              clearInterval(timer);
              running.delete(stage.username);
            },
          };
        });
      }),
    );
    for (const user of ['ann', 'bob', 'ann']) {
      stages.set(signedIn(user));
      await settle();
      expect(scopes.scope$.value?.get(Alive).user).toBe(user);
      expect([...running]).toEqual([user]);
      stages.set(out);
      expect(scopes.scope$.value).toBeNull();
      await scopes.ended;
      expect([...running]).toEqual([]);
    }
    await scopes.dispose();
  });

  it('keeps the services while the same person stays, and changes them with the person', async () => {
    const scopes = new SessionScopes(ServiceScope.root(), session, () =>
      Promise.resolve((scope, stage) => {
        scope.bindValue(Alive, { user: stage.username, close: () => undefined });
      }),
    );
    stages.set(signedIn('ann'));
    await settle();
    const first = scopes.scope$.value;
    stages.set(signedIn('ann'));
    await settle();
    expect(scopes.scope$.value).toBe(first);
    stages.set(signedIn('bob'));
    await settle();
    expect(scopes.scope$.value).not.toBe(first);
    await scopes.dispose();
  });

  it('opens nothing for somebody who left while the desktop was on its way', async () => {
    let arrive: () => void = () => undefined;
    const bound: string[] = [];
    const scopes = new SessionScopes(
      ServiceScope.root(),
      session,
      () =>
        new Promise((resolve) => {
          arrive = () => {
            resolve((_scope, stage) => bound.push(stage.username));
          };
        }),
    );
    stages.set(signedIn('ann'));
    stages.set(out);
    arrive();
    await settle();
    expect(bound).toEqual([]);
    expect(scopes.scope$.value).toBeNull();
    await scopes.dispose();
  });
});
