import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RosterEntry } from '../service-settings.ts';
import type { TestService } from '../testing/account-test-helpers.ts';
import { codeOfCall, PASSWORD, startService } from '../testing/account-test-helpers.ts';

let service: TestService;
let pushed: Map<string, readonly RosterEntry[]>;
beforeEach(async () => {
  // No push happens by timer: every push here was started by waking the pusher.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  pushed = new Map();
  service = await startService({
    pushRoster: (boxId, users) => {
      pushed.set(boxId, users);
      return Promise.resolve();
    },
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await service.stop();
  expect(service.faults).toEqual([]);
});

it('G-29: a box is called by an id and a name of the right form, or it is none', async () => {
  const register = (boxId: string, boxName = boxId) =>
    codeOfCall(service.box(boxId).link.register({ box: { ...service.boxInfo('box7'), boxId, boxName } }));
  expect(await register('box 7')).toBe(2004);
  expect(await register('box7', 'The attic!')).toBe(2004);
  expect(await register('box7', 'attic')).toBe(200);
});

/** The users last pushed to a box; waits for that many without moving the timers as `expect.poll` does. */
const toldUsers = async (boxId: string, count: number): Promise<readonly RosterEntry[] | undefined> => {
  for (let tries = 0; tries < 400 && pushed.get(boxId)?.length !== count; tries++) await delay(25);
  return pushed.get(boxId);
};

it('a box hears of its users at once: nobody when it registers, then its owner', async () => {
  const { link } = service.box('box7');
  await link.register({ box: service.boxInfo('box7') });
  expect(await toldUsers('box7', 0)).toEqual([]);
  await link.setUpOwner({ userName: 'ann_lee', password: PASSWORD });
  expect(await toldUsers('box7', 1)).toMatchObject([{ userName: 'ann_lee', admin: 'Y' }]);
});

it('what a box says of its addresses is told to its users; what is no address is not', async () => {
  const { api } = await service.createBoxWithOwner();
  const { link } = service.box('box7');
  const report = { lanIp: '192.168.1.20', apiPort: 6901, version: '1.0.26' };
  await link.report({ ...report, wanIp: '203.0.113.9', ipv6: '2001:db8::7' });
  const told = { lanIp: '192.168.1.20', apiPort: 6901 };
  expect(await api.box.address({ boxName: 'box7' })).toMatchObject({
    ...told,
    wanIp: '203.0.113.9',
    ipv6: '2001:db8::7',
  });
  await link.report({ ...report, wanIp: 'evil.example', ipv6: '//evil.example/' });
  expect(await api.box.address({ boxName: 'box7' })).toMatchObject({ ...told, wanIp: '', ipv6: '' });
  // It calls from this machine, whose address is not reachable from outside.
  await link.report({ ...report, wanIp: '', ipv6: '' });
  expect((await api.box.address({ boxName: 'box7' })).wanIp).toBe('');
});
