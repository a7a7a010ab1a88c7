/**
 * A malicious box. Its guest has a box of her own and is a user of a third one: nothing it receives opens anything,
 * nothing it reports leads anywhere, and however it answers, the account service and the other boxes keep working.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isIP } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AccountClient } from '@boxwood/account-sdk';
import { BoxAddress, createAccountClient, signInParams } from '@boxwood/account-sdk';
import type { BoxClient } from '@boxwood/box-sdk';
import { BoxFailure, createBoxClient, fetchTransport, fileUrl } from '@boxwood/box-sdk';
import { decode } from '@boxwood/command-bus/codecs';
import type { BoxProcess } from '../lib/box-process.ts';
import { OWNER, PASSWORD, setUpOwner, startBoxProcess } from '../lib/box-process.ts';
import type { Canary } from '../lib/canary.ts';
import { plantCanary } from '../lib/canary.ts';
import type { HostileBox } from '../lib/hostile-box.ts';
import { dialStatus, MOODS, politely, startHostileBox } from '../lib/hostile-box.ts';
import type { Household, Visit } from '../lib/household.ts';
import { startHousehold } from '../lib/household.ts';

const MALLORY = 'mallory1';
const NEIGHBOUR = 'neighbour1';
const transport = fetchTransport();

let household: Household;
let other: BoxProcess;
let wicked: HostileBox;
let canary: Canary;
let owner: Visit;
let service = '';
beforeAll(async () => {
  household = await startHousehold();
  service = household.account.url;
  await household.invite([NEIGHBOUR]);
  // The third box: its owner is the guest as well.
  other = await startBoxProcess({ family: false, args: ['--account', service] });
  await setUpOwner(other.origin, other.setupCode ?? '');
  await vi.waitFor(() => {
    expect(existsSync(join(other.usb1, OWNER, 'Download'))).toBe(true);
  }, 60_000);
  canary = plantCanary([
    ...[household.box, other].map(({ usb1 }) => join(usb1, OWNER)),
    ...[household.box, other].map(({ usb1 }) => join(usb1, 'shared-files')),
  ]);

  wicked = await startHostileBox(service, 'wicked7');
  await wicked.link.setUpOwner({ userName: MALLORY, password: PASSWORD });
  const mallory = await accountOf(MALLORY);
  const { inviteCode } = await mallory.roster.invite({ boxName: wicked.boxId });
  owner = await household.visit(OWNER);
  await owner.account.roster.join({ boxName: wicked.boxId, inviteCode });
}, 180_000);
afterAll(async () => {
  wicked.hangUp();
  await other.remove();
  await household.remove();
});

const accountAs = (username: string, token: string): AccountClient =>
  createAccountClient({ baseUrl: service, transport, identity: () => ({ username, token }) });
const accountOf = async (user: string): Promise<AccountClient> => {
  const nobody = createAccountClient({ baseUrl: service, transport });
  const { token } = await nobody.session.signIn(signInParams(user, PASSWORD, 'k'.repeat(32)));
  return accountAs(user, token);
};
const boxAs = (origin: string, username: string, token: string): BoxClient =>
  createBoxClient({ baseUrl: origin, transport, identity: () => ({ username, token }) });
/** The number of a refusal, the HTTP status, or `done`. */
const outcome = async (call: Promise<unknown>): Promise<number | 'done'> => {
  try {
    await call;
    return 'done';
  } catch (failure) {
    if (!(failure instanceof BoxFailure)) throw failure;
    const { error } = failure;
    return error._tag === 'Refused' ? error.code : error._tag === 'Http' ? error.status : -1;
  }
};
const statusOf = async (address: string, how: RequestInit = {}): Promise<number> => {
  const reply = await fetch(address, { ...how, redirect: 'manual' });
  await reply.body?.cancel();
  return reply.status;
};
/** What a guest sends to a box: her token, in calls through the relay and directly. */
const visitWicked = async (): Promise<{ readonly far: BoxClient; readonly at: (path: string) => string }> => {
  const ways = await owner.account.box.address({ boxName: wicked.boxId });
  const relay = { host: ways.relayHost, auth: ways.relayAuth };
  const identity = () => ({ username: OWNER, token: ways.boxToken ?? '' });
  const base = `${service}/relay`;
  const renewing = { current: () => relay, renew: () => Promise.resolve(null) };
  const far = createBoxClient({ baseUrl: base, transport, identity, relay: renewing });
  const near = createBoxClient({ baseUrl: wicked.origin, transport, identity });
  for (const client of [far, near])
    for (const call of [
      () => client.session.fileKey(),
      () => client.files.list({ path: '/mnt/usb1', count: 10, hasbaseinfo: 0 }),
      () => client.transfers.prepare({ target: `/mnt/usb1/${OWNER}/letter.txt`, size: 4 }),
      () => client.session.signOut({ userName: OWNER, token: ways.boxToken ?? '' }),
    ])
      await call().catch(() => undefined); // Any answer is acceptable.
  await statusOf(fileUrl({ base, key: 'k'.repeat(32), relay }, `/mnt/usb1/${OWNER}/letter.txt`));
  return { far, at: (path) => `${base}${path}?${new URLSearchParams(relay).toString()}` };
};

describe('a hostile box', () => {
  it('is shown no key but its own: nothing in its diary opens her box, another one or her account', async () => {
    await visitWicked();
    const shown = wicked.learned();
    // It received something: the very token that opens it.
    const claim = { 'x-box-id': wicked.boxId, 'x-box-secret': wicked.secret, 'content-type': 'application/json' };
    const introspect = async (boxId: string, userName: string, token: string): Promise<unknown> => {
      const body = JSON.stringify({ boxId, userName, token });
      const reply = await fetch(`${service}/internal/introspect`, { method: 'POST', headers: claim, body });
      return ((await reply.json()) as { readonly code?: unknown }).code;
    };
    const opening = [];
    for (const token of shown) if ((await introspect(wicked.boxId, OWNER, token)) === 200) opening.push(token);
    expect(opening).toHaveLength(1);

    const { boxid: otherId } = await createBoxClient({ baseUrl: other.origin, transport }).session.setup();
    for (const token of shown) {
      for (const origin of [household.box.origin, other.origin]) {
        for (const user of [OWNER, NEIGHBOUR, MALLORY])
          expect(await outcome(boxAs(origin, user, token).session.fileKey()), user).toBe(18);
        expect(await statusOf(`${origin}/port_80/mnt/usb1/${OWNER}/canary/a.txt?key=${token}`)).toBe(401);
        expect(await statusOf(`${origin}/filetrans?uuid=${token}&start=0`, { method: 'PUT', body: 'x' })).toBe(404);
        expect(await outcome(boxAs(origin, OWNER, token).session.pushRoster({ users: [] }))).toBe(6);
      }
      for (const user of [OWNER, MALLORY]) {
        const account = accountAs(user, token);
        for (const call of [
          () => account.user.get(),
          () => account.roster.boxes(),
          () => account.box.address({ boxName: household.boxId }),
          () => account.roster.invite({ boxName: household.boxId }),
          () => account.session.signOut(),
        ])
          expect(await outcome(call()), user).toBe(1001);
      }
      for (const boxId of [household.boxId, otherId]) {
        const ticket = new URLSearchParams({ host: boxId, auth: token }).toString();
        expect(await statusOf(`${service}/relay/healthz?${ticket}`)).toBe(401);
        expect(await introspect(boxId, OWNER, token)).toBe(1035);
        expect(await dialStatus(service, boxId, token)).toBe(401);
      }
    }
    expect(await dialStatus(service, household.boxId, wicked.secret)).toBe(401);
    expect(wicked.diary.join('\n')).not.toContain(canary.word);
    expect(wicked.diary.join('\n')).not.toContain(owner.token);
  });

  it('tells the service nothing about others: no message, no try, no owner, no address of theirs', async () => {
    const { link } = wicked;
    expect(await outcome(link.postMessage({ userName: NEIGHBOUR, type: 3, content: 'open me' }))).toBe(1010);
    expect(await outcome(link.setUpOwner({ userName: NEIGHBOUR, password: PASSWORD }))).toBe(1020);
    const card = { boxId: household.boxId, boxName: household.boxId, model: 'N3', edition: 'standard', version: '9' };
    expect(await outcome(link.register({ box: { ...card, model: 'N3', edition: 'standard' } }))).toBe(1035);
    const asOther = { 'x-box-id': household.boxId, 'x-box-secret': wicked.secret, 'content-type': 'application/json' };
    for (const [path, body] of [
      ['reportBox', { lanIp: '6.6.6.6', wanIp: '', ipv6: '', apiPort: 1, version: '9' }],
      ['setUpOwner', { userName: MALLORY, password: PASSWORD }],
      ['postMessage', { userName: OWNER, type: 3, content: 'open me' }],
      ['countTry', { userName: OWNER, address: '127.0.0.1', right: 'Y' }],
    ] as const) {
      const reply = await fetch(`${service}/internal/${path}`, {
        method: 'POST',
        headers: asOther,
        body: JSON.stringify(body),
      });
      expect(await reply.json(), path).toMatchObject({ code: 1035 });
    }
    expect((await owner.account.box.address({ boxName: household.boxId })).lanIp).not.toBe('6.6.6.6');
  });

  it('names strange addresses: no one is called, and a guest is told addresses or nothing', async () => {
    const calls: string[] = [];
    const trap = createServer((asked, response) => {
      calls.push(asked.url ?? '');
      response.end('{"error":0}');
    });
    trap.listen(0, '127.0.0.1');
    await once(trap, 'listening');
    const trapPort = (trap.address() as AddressInfo).port;
    const [, host = '', port = ''] = /\/\/([^:]+):(\d+)/.exec(service) ?? [];
    const strange = [
      '127.0.0.1',
      '::1',
      '0.0.0.0',
      '169.254.169.254',
      host,
      `${host}:${port}`,
      service,
      'localhost',
      'box.lan',
      'javascript:alert(1)',
      'data:text/html,<script>1</script>',
      'file:///etc/passwd',
      '//evil.example',
      '../..',
      'user@evil.example',
      'evil.example/#',
      'evil.example?',
      '0x7f000001',
      '2130706433',
      '127.1',
      '[::1]',
      '%00',
      '\u0000',
      '\u202e',
      '１２７.0.0.1',
      '127。0。0。1',
      '\ud800',
      'a'.repeat(64),
      'a'.repeat(65),
      'a'.repeat(900_000),
      '<script>alert(1)</script>',
      "'; drop table boxes; --",
      '__proto__',
      'constructor',
      '\r\nHost: evil.example',
      '',
    ];
    for (const address of strange) {
      const reply = await fetch(`${service}/internal/reportBox`, {
        method: 'POST',
        headers: { 'x-box-id': wicked.boxId, 'x-box-secret': wicked.secret, 'content-type': 'application/json' },
        body: JSON.stringify({
          lanIp: address,
          wanIp: address,
          ipv6: address,
          apiPort: trapPort,
          version: '1.0.25',
          endpoint: `http://127.0.0.1:${trapPort}`,
          callback: address,
          title: address.slice(0, 20),
        }),
      });
      const { code } = (await reply.json()) as { readonly code?: unknown };
      // Accepted, refused as an address of invalid length, or too long a body.
      expect(['200 200', '200 2004', '413 413'], address.slice(0, 40)).toContain(`${reply.status} ${String(code)}`);
      const ways = await owner.account.box.address({ boxName: wicked.boxId });
      expect(decode(BoxAddress, ways)._tag).toBe('Right');
      for (const told of [ways.lanIp, ways.wanIp, ways.ipv6])
        expect(told, address.slice(0, 40)).toSatisfy(isAddressOrNothing);
    }
    // A box is notified of each change of its users over its own tunnel only.
    const before = wicked.diary.length;
    const mallory = await accountOf(MALLORY);
    await mallory.user.changeNickname({ nickName: 'Mall' });
    const { inviteCode } = await mallory.roster.invite({ boxName: wicked.boxId });
    await (await accountOf(NEIGHBOUR)).roster.join({ boxName: wicked.boxId, inviteCode });
    await expect.poll(() => wicked.diary.length).toBeGreaterThan(before);
    expect(calls).toEqual([]);
    trap.close();
  });

  it.each(Object.keys(MOODS))(
    'answers %s: the guest hears of it or hangs up, and everybody else goes on',
    async (name) => {
      const { at } = await visitWicked();
      const memory = memoryOf(household.account.pid);
      wicked.mood = MOODS[name] ?? politely;
      wicked.told = wicked.mood;
      try {
        const reply = await Promise.race([
          readSome(at('/eshell')),
          new Promise<null>((resolve) => setTimeout(resolve, 2000, null)),
        ]);
        // A reader that stops creates backpressure: 4 MiB of a stream are in flight at most.
        if (reply !== null) {
          expect(reply.status).not.toBe(500);
          expect(reply.status < 300 || reply.status >= 400).toBe(true);
          expect(reply.headers.get('set-cookie')).toBeNull();
          for (const header of ['location', 'clear-site-data', 'www-authenticate'])
            expect(reply.headers.get(header)).toBeNull();
          expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
          expect(reply.headers.get('content-type')).not.toContain('html');
        }
        // The service notifies it of a change at the same time, and notifies the others immediately.
        const { inviteCode } = await owner.account.roster.invite({ boxName: household.boxId });
        const userName = `guest${Object.keys(MOODS).indexOf(name)}`;
        const params = { userName, password: PASSWORD, param: '', code: '', inviteCode };
        await createAccountClient({ baseUrl: service, transport }).session.register(params);
        await expect
          .poll(() => existsSync(join(household.box.usb1, userName, 'Download')), { timeout: 5000 })
          .toBe(true);
        expect(await outcome(owner.at.relay.client.session.fileKey())).toBe('done');
        expect(memoryOf(household.account.pid) - memory).toBeLessThan(150);
      } finally {
        wicked.mood = politely;
        wicked.told = politely;
      }
    },
  );

  it('has changed nothing, and learnt nothing, outside of itself', async () => {
    expect(canary.changes()).toEqual([]);
    const diary = wicked.diary.join('\n');
    expect(diary).not.toContain(canary.word);
    expect(diary).not.toContain(PASSWORD);
    // Her session is still the first one, with the same account and the same two other boxes.
    expect(await owner.account.user.get()).toMatchObject({ userName: OWNER });
    expect((await owner.account.roster.boxes()).map(({ boxId }) => boxId)).toContain(household.boxId);
    expect(await outcome(owner.at.box.client.session.fileKey())).toBe('done');
    for (const log of [household.box.log(), other.log(), household.account.log()])
      expect(log).not.toMatch(/"level":(50|60)/);
  });
});

const isAddressOrNothing = (told: string): boolean => told === '' || isIP(told) !== 0;

/** Resident memory of a process in MiB. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Reads a little of an answer and disconnects. */
const readSome = async (address: string): Promise<Response> => {
  const reply = await fetch(address, { method: 'POST', body: '{}', redirect: 'manual' });
  await reply.body?.cancel();
  return reply;
};
