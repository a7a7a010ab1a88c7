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
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD, setUpOwner, startBoxProcess } from '../lib/box/box-process.ts';
import type { Canary } from '../lib/adversarial/canary.ts';
import { plantCanary } from '../lib/adversarial/canary.ts';
import type { MaliciousBox } from '../lib/adversarial/malicious-box.ts';
import {
  dialStatus,
  MALICIOUS_BEHAVIOURS,
  respondNormally,
  startMaliciousBox,
} from '../lib/adversarial/malicious-box.ts';
import type { AccountAndBox, SignedInUser } from '../lib/sessions/account-and-box.ts';
import { startAccountAndBox } from '../lib/sessions/account-and-box.ts';

const MALLORY = 'mallory1';
const NEIGHBOUR = 'neighbour1';
const transport = fetchTransport();

let fixture: AccountAndBox;
let other: BoxProcess;
let malicious: MaliciousBox;
let canary: Canary;
let owner: SignedInUser;
let service = '';
beforeAll(async () => {
  fixture = await startAccountAndBox();
  service = fixture.account.url;
  await fixture.invite([NEIGHBOUR]);
  // The third box: its owner is the guest as well.
  other = await startBoxProcess({ withUsers: false, args: ['--account', service] });
  await setUpOwner(other.origin, other.setupCode ?? '');
  await vi.waitFor(() => {
    expect(existsSync(join(other.usb1, OWNER, 'Download'))).toBe(true);
  }, 60_000);
  canary = plantCanary([
    ...[fixture.box, other].map(({ usb1 }) => join(usb1, OWNER)),
    ...[fixture.box, other].map(({ usb1 }) => join(usb1, 'shared-files')),
  ]);

  malicious = await startMaliciousBox(service, 'wicked7');
  await malicious.link.setUpOwner({ userName: MALLORY, password: PASSWORD });
  const mallory = await accountOf(MALLORY);
  const { inviteCode } = await mallory.roster.invite({ boxName: malicious.boxId });
  owner = await fixture.visit(OWNER);
  await owner.account.roster.join({ boxName: malicious.boxId, inviteCode });
}, 180_000);
afterAll(async () => {
  malicious.hangUp();
  await other.remove();
  await fixture.remove();
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
const visitMaliciousBox = async (): Promise<{ readonly far: BoxClient; readonly at: (path: string) => string }> => {
  const ways = await owner.account.box.address({ boxName: malicious.boxId });
  const relay = { host: ways.relayHost, auth: ways.relayAuth };
  const identity = () => ({ username: OWNER, token: ways.boxToken ?? '' });
  const base = `${service}/relay`;
  const renewing = { current: () => relay, renew: () => Promise.resolve(null) };
  const far = createBoxClient({ baseUrl: base, transport, identity, relay: renewing });
  const near = createBoxClient({ baseUrl: malicious.origin, transport, identity });
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
    await visitMaliciousBox();
    const shown = malicious.possibleSecrets();
    // It received something: the very token that opens it.
    const claim = { 'x-box-id': malicious.boxId, 'x-box-secret': malicious.secret, 'content-type': 'application/json' };
    const introspect = async (boxId: string, userName: string, token: string): Promise<unknown> => {
      const body = JSON.stringify({ boxId, userName, token });
      const reply = await fetch(`${service}/internal/introspect`, { method: 'POST', headers: claim, body });
      return ((await reply.json()) as { readonly code?: unknown }).code;
    };
    const opening = [];
    for (const token of shown) if ((await introspect(malicious.boxId, OWNER, token)) === 200) opening.push(token);
    expect(opening).toHaveLength(1);

    const { boxid: otherId } = await createBoxClient({ baseUrl: other.origin, transport }).session.setup();
    for (const token of shown) {
      for (const origin of [fixture.box.origin, other.origin]) {
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
          () => account.box.address({ boxName: fixture.boxId }),
          () => account.roster.invite({ boxName: fixture.boxId }),
          () => account.session.signOut(),
        ])
          expect(await outcome(call()), user).toBe(1001);
      }
      for (const boxId of [fixture.boxId, otherId]) {
        const ticket = new URLSearchParams({ host: boxId, auth: token }).toString();
        expect(await statusOf(`${service}/relay/healthz?${ticket}`)).toBe(401);
        expect(await introspect(boxId, OWNER, token)).toBe(1035);
        expect(await dialStatus(service, boxId, token)).toBe(401);
      }
    }
    expect(await dialStatus(service, fixture.boxId, malicious.secret)).toBe(401);
    expect(malicious.receivedData.join('\n')).not.toContain(canary.marker);
    expect(malicious.receivedData.join('\n')).not.toContain(owner.token);
  });

  it('tells the service nothing about others: no message, no try, no owner, no address of theirs', async () => {
    const { link } = malicious;
    expect(await outcome(link.postMessage({ userName: NEIGHBOUR, type: 3, content: 'open me' }))).toBe(1010);
    expect(await outcome(link.setUpOwner({ userName: NEIGHBOUR, password: PASSWORD }))).toBe(1020);
    const card = { boxId: fixture.boxId, boxName: fixture.boxId, model: 'N3', edition: 'standard', version: '9' };
    expect(await outcome(link.register({ box: { ...card, model: 'N3', edition: 'standard' } }))).toBe(1035);
    const asOther = { 'x-box-id': fixture.boxId, 'x-box-secret': malicious.secret, 'content-type': 'application/json' };
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
    expect((await owner.account.box.address({ boxName: fixture.boxId })).lanIp).not.toBe('6.6.6.6');
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
        headers: { 'x-box-id': malicious.boxId, 'x-box-secret': malicious.secret, 'content-type': 'application/json' },
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
      const ways = await owner.account.box.address({ boxName: malicious.boxId });
      expect(decode(BoxAddress, ways)._tag).toBe('Right');
      for (const told of [ways.lanIp, ways.wanIp, ways.ipv6])
        expect(told, address.slice(0, 40)).toSatisfy(isAddressOrNothing);
    }
    // A box is notified of each change of its users over its own tunnel only.
    const before = malicious.receivedData.length;
    const mallory = await accountOf(MALLORY);
    await mallory.user.changeNickname({ nickName: 'Mall' });
    const { inviteCode } = await mallory.roster.invite({ boxName: malicious.boxId });
    await (await accountOf(NEIGHBOUR)).roster.join({ boxName: malicious.boxId, inviteCode });
    await expect.poll(() => malicious.receivedData.length).toBeGreaterThan(before);
    expect(calls).toEqual([]);
    trap.close();
  });

  it.each(Object.keys(MALICIOUS_BEHAVIOURS))(
    'answers %s: the guest hears of it or hangs up, and everybody else goes on',
    async (name) => {
      const { at } = await visitMaliciousBox();
      const memory = memoryOf(fixture.account.pid);
      malicious.behaviour = MALICIOUS_BEHAVIOURS[name] ?? respondNormally;
      malicious.accountBehaviour = malicious.behaviour;
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
        const { inviteCode } = await owner.account.roster.invite({ boxName: fixture.boxId });
        const userName = `guest${Object.keys(MALICIOUS_BEHAVIOURS).indexOf(name)}`;
        const params = { userName, password: PASSWORD, param: '', code: '', inviteCode };
        await createAccountClient({ baseUrl: service, transport }).session.register(params);
        await expect.poll(() => existsSync(join(fixture.box.usb1, userName, 'Download')), { timeout: 5000 }).toBe(true);
        expect(await outcome(owner.at.relay.client.session.fileKey())).toBe('done');
        expect(memoryOf(fixture.account.pid) - memory).toBeLessThan(150);
      } finally {
        malicious.behaviour = respondNormally;
        malicious.accountBehaviour = respondNormally;
      }
    },
  );

  it('has changed nothing, and learnt nothing, outside of itself', async () => {
    expect(canary.changes()).toEqual([]);
    const diary = malicious.receivedData.join('\n');
    expect(diary).not.toContain(canary.marker);
    expect(diary).not.toContain(PASSWORD);
    // Her session is still the first one, with the same account and the same two other boxes.
    expect(await owner.account.user.get()).toMatchObject({ userName: OWNER });
    expect((await owner.account.roster.boxes()).map(({ boxId }) => boxId)).toContain(fixture.boxId);
    expect(await outcome(owner.at.box.client.session.fileKey())).toBe('done');
    for (const log of [fixture.box.log(), other.log(), fixture.account.log()])
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
