import { signInParams } from '@boxwood/account-sdk';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestService } from '../testing/account-test-helpers.ts';
import { codeOfCall, PASSWORD, startService } from '../testing/account-test-helpers.ts';

const APP_KEY = 'k'.repeat(32);
let service: TestService;
let lines: Record<string, unknown>[];
beforeEach(async () => {
  lines = [];
  service = await startService({ onAccess: (what, record) => lines.push({ what, ...record }) });
});
afterEach(async () => {
  await service.stop();
  expect(service.faults).toEqual([]);
});

const remote = expect.stringMatching(/127\.0\.0\.1$/) as unknown;

it('tells who came, was refused and left, from where, and nothing that was typed', async () => {
  const { api } = await service.createBoxWithOwner();
  const { session } = service.client();
  const given = signInParams('ann_lee', PASSWORD, APP_KEY);
  const asked = (more: Partial<typeof given>) => codeOfCall(session.signIn({ ...given, ...more }));
  expect(await asked({ userName: 'my-password-1' })).toBe(1010);
  expect(await asked({ pwd: 'my-password-1' })).toBe(1009);
  expect(await asked({ appIdSecurity: 'f'.repeat(64) })).toBe(1000);
  expect(await asked({ devtype: 'phone' })).toBe(2008);
  for (let i = 0; i < 4; i++) await asked({ pwd: 'my-password-1' });
  expect(await asked({})).toBe(2002);
  await api.session.signOut();
  const refusedAs = (user: string, code: number) => ({ what: 'sign-in refused', user, remote, code });
  expect(lines).toEqual([
    { what: 'signed in', user: 'ann_lee', remote, code: 0 },
    refusedAs('nobody', 1010),
    refusedAs('ann_lee', 1009),
    refusedAs('nobody', 1000),
    refusedAs('nobody', 2008),
    ...Array.from({ length: 4 }, () => refusedAs('ann_lee', 1009)),
    refusedAs('ann_lee', 2002),
    { what: 'signed out', user: 'ann_lee', remote, code: 0 },
  ]);
  expect(JSON.stringify(lines)).not.toContain('my-password-1');
});

it('tells of new accounts and passwords', async () => {
  const { api } = await service.createBoxWithOwner();
  const bob = await service.addUser(api, 'bob_lee');
  await bob.api.user.changeMail({ mail: 'bob@example.org', mailCode: await service.codeFor('bob@example.org') });
  service.clock.advance(1);
  const code = await service.codeFor('bob@example.org', 'password');
  await bob.api.user.changePassword({ password: 'hedge-in-june', param: 'bob@example.org', code });
  expect(lines.filter(({ user }) => user === 'bob_lee')).toEqual(
    ['account opened', 'signed in', 'password changed'].map((what) => ({ what, user: 'bob_lee', remote, code: 0 })),
  );
});

it('tells whom it refused a right: by name with a good session, else nobody; a flood is ten lines and a number', async () => {
  const { api } = await service.createBoxWithOwner();
  const bob = await service.addUser(api, 'bob_lee');
  lines.length = 0;
  expect(await codeOfCall(bob.api.roster.invite({ boxName: 'box7' }))).toBe(1020);
  expect(await codeOfCall(service.client('ann_lee', 'x'.repeat(32)).user.get())).toBe(1001);
  expect(await codeOfCall(bob.api.user.avatar({ target: 'nobody_1' }))).toBe(1010);
  expect((await fetch(`${service.url()}/user/userinfo`, { headers: { origin: 'https://evil.example' } })).status).toBe(
    403,
  );
  const refusedAs = (user: string, command: string, code: number) => ({ what: 'refused', user, remote, command, code });
  expect(lines).toEqual([
    refusedAs('bob_lee', 'GetInvite', 1020),
    refusedAs('nobody', 'GetUser', 1001),
    refusedAs('nobody', 'http', 403),
  ]);
  const stranger = service.client();
  for (let i = 0; i < 50; i++) await codeOfCall(stranger.user.get());
  expect(lines).toHaveLength(11);
  await service.restart();
  expect(lines.slice(11)).toEqual([{ what: 'refused again', user: 'nobody', remote, times: 42 }]);
});
