/**
 * Password guessing: using both sign-in endpoints, many addresses or many names gives an attacker no additional
 * attempts.
 */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createAccountClient, signInParams } from '@boxwood/account-sdk';
import type { Transport } from '@boxwood/box-sdk';
import { BoxFailure, createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAccountProcess } from '../lib/box/account-process.ts';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { CHILD, MEMBER, OWNER, PASSWORD, setUpOwner, startBoxProcess } from '../lib/box/box-process.ts';

const APP_KEY = 'k'.repeat(32);

/** A transport from a local address: every address of 127.0.0.0/8 is this machine. */
const from = (localAddress: string): Transport =>
  fetchTransport({
    fetch: (url, { method, headers, body } = {}) =>
      new Promise((resolve, reject) => {
        const target = url instanceof Request ? url.url : url;
        const sent = request(target, { method: method ?? 'GET', localAddress, agent: false }, (reply) => {
          text(reply).then((read) => resolve(new Response(read, { status: reply.statusCode ?? 0 })), reject);
        });
        new Headers(headers).forEach((value, name) => sent.setHeader(name, value));
        sent.on('error', reject);
        sent.end(typeof body === 'string' ? body : undefined);
      }),
  });

/** The number of the answer to a sign-in; 0 for a success. */
const codeOf = async (signIn: Promise<unknown>): Promise<number> => {
  try {
    await signIn;
    return 0;
  } catch (failure) {
    if (failure instanceof BoxFailure && failure.error._tag === 'Refused') return failure.error.code;
    throw failure;
  }
};
const atBox = (origin: string, userName: string, pwd: string, address = '127.0.0.1'): Promise<number> =>
  codeOf(
    createBoxClient({ baseUrl: origin, transport: from(address) }).session.signIn({
      appId: 'web',
      appIdSecurity: '',
      appKey: '',
      devtype: 'web',
      logintype: 1,
      userName,
      pwd,
    }),
  );
const atAccount = (baseUrl: string, userName: string, pwd: string, address = '127.0.0.1'): Promise<number> =>
  codeOf(
    createAccountClient({ baseUrl, transport: from(address) }).session.signIn(signInParams(userName, pwd, APP_KEY)),
  );

/** The answers of the two endpoints to a wrong password, when they checked it. */
const isJudged = (code: number): boolean => code === 2003 || code === 1009;

let box: BoxProcess;
let service = '';
beforeAll(async () => {
  box = await startBoxProcess();
  service = `${box.origin}/account`;
});
afterAll(() => box.remove());

it('of 200 guesses at once, at both doors and from twenty addresses, at most five are judged, and then none at either door', async () => {
  const codes = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      at % 2 === 0
        ? atBox(box.origin, CHILD, 'wrong', `127.0.1.${(at / 2) % 20}`)
        : atAccount(service, CHILD, 'wrong', `127.0.1.${((at - 1) / 2) % 20}`),
    ),
  );
  expect(new Set(codes.filter((code) => !isJudged(code)))).toEqual(new Set([2002]));
  let judged = codes.filter(isJudged).length;
  expect(judged).toBeLessThanOrEqual(5);
  // An attempt refused because of a concurrent one does not count.
  for (const _ of Array.from({ length: 6 }))
    for (const code of [await atAccount(service, CHILD, 'wrong'), await atBox(box.origin, CHILD, 'wrong')])
      if (isJudged(code)) judged += 1;
  expect(judged).toBe(5);
  expect([await atBox(box.origin, CHILD, PASSWORD), await atAccount(service, CHILD, PASSWORD)]).toEqual([2002, 2002]);
  expect([await atBox(box.origin, OWNER, PASSWORD), await atAccount(service, OWNER, PASSWORD)]).toEqual([0, 0]);
});

it('guesses at one door count at the other, and a right password forgives those of its door', async () => {
  for (let i = 0; i < 4; i++) expect(await atBox(box.origin, MEMBER, 'wrong')).toBe(2003);
  expect(await atBox(box.origin, MEMBER, PASSWORD)).toBe(0);
  for (let i = 0; i < 3; i++) expect(await atAccount(service, MEMBER, 'wrong')).toBe(1009);
  for (let i = 0; i < 2; i++) expect(await atBox(box.origin, MEMBER, 'wrong')).toBe(2003);
  expect(await atBox(box.origin, MEMBER, PASSWORD)).toBe(2002);
  expect(await atAccount(service, MEMBER, PASSWORD)).toBe(2002);
});

it('who knows the password comes as often as they like, and buys no guesses with it', async () => {
  const script = '127.0.3.1';
  for (let at = 0; at < 110; at++) expect(await atBox(box.origin, OWNER, PASSWORD, script)).toBe(0);
  for (let at = 0; at < 110; at++) expect(await atAccount(service, OWNER, PASSWORD, script)).toBe(0);
  const guess = (at: number) => atBox(box.origin, `whoever${at}`, 'wrong', script);
  for (let at = 0; at < 100; at++) {
    expect(await guess(at)).toBe(2007);
    if (at % 10 === 0) expect(await atBox(box.origin, OWNER, PASSWORD, script)).toBe(0);
  }
  expect(await guess(100)).toBe(2002);
});

it('an address has a hundred tries over all names and both doors; who comes from another one is let in', async () => {
  const thief = '127.0.2.1';
  for (let at = 0; at < 50; at++) {
    expect(await atBox(box.origin, `nobody${at}`, 'wrong', thief)).toBe(2007);
    expect(await atAccount(service, `nobody_${at}`, 'wrong', thief)).toBe(1010);
  }
  // More often than the limit of a name: an exhausted address locks out no other.
  for (let i = 0; i < 6; i++) {
    expect(await atBox(box.origin, OWNER, PASSWORD, thief)).toBe(2002);
    expect(await atAccount(service, OWNER, PASSWORD, thief)).toBe(2002);
  }
  expect(await atBox(box.origin, OWNER, PASSWORD, '127.0.2.2')).toBe(0);
});

it('a box whose account service is elsewhere asks it, and counts by itself while the service is away', async () => {
  const account = await startAccountProcess();
  const { url } = account;
  const guest = await startBoxProcess({ withUsers: false, args: ['--account', url] });
  try {
    await setUpOwner(guest.origin, guest.setupCode ?? '');
    for (let i = 0; i < 3; i++) expect(await atBox(guest.origin, OWNER, 'wrong')).toBe(2003);
    for (let i = 0; i < 2; i++) expect(await atAccount(url, OWNER, 'wrong')).toBe(1009);
    expect(await atAccount(url, OWNER, PASSWORD)).toBe(2002);
    expect(await atBox(guest.origin, OWNER, PASSWORD)).toBe(2002);
    await account.stop();
    const thief = '127.0.3.1';
    for (let at = 0; at < 100; at++) expect(await atBox(guest.origin, `nobody${at}`, 'wrong', thief)).toBe(2007);
    expect(await atBox(guest.origin, 'nobody', 'wrong', thief)).toBe(2002);
    // The three earlier attempts count here, too; those that the service refused do not.
    for (let i = 0; i < 2; i++) expect(await atBox(guest.origin, OWNER, 'wrong')).toBe(2003);
    expect(await atBox(guest.origin, OWNER, PASSWORD)).toBe(2002);
  } finally {
    await guest.remove();
    await account.remove();
  }
});
