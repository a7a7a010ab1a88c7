/** Limits of unauthenticated callers: per address, per recipient, and in rows. */
import { join } from 'node:path';
import { codeParams, signInParams } from '@boxwood/account-sdk';
import { isRecord, parseJson } from '@boxwood/command-bus/codecs';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { openStore } from '../store/open-store.ts';
import type { Db } from '../store/schema.ts';
import type { TestService } from '../testing/account-test-helpers.ts';
import { it, itOnBoth, startService } from '../testing/account-test-helpers.ts';
import { deleteUnownedBoxes, UNOWNED_LIMITS } from './unowned-boxes.ts';

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  await service.stop();
  expect(service.faults).toEqual([]);
});

/** A call from an address, as the HTTP server hands it to the router; answers with the code. */
const from = async (remote: string, path: string, body: object, headers: Record<string, string> = {}) => {
  const { router } = service.account();
  const call = { method: 'POST', path, query: new URLSearchParams(), headers, body: JSON.stringify(body), remote };
  const answer = parseJson((await router.handle(call)).body);
  return answer._tag === 'Right' && isRecord(answer.right) ? answer.right['code'] : undefined;
};
const register = (remote: string, boxId: string, secret = `${boxId}-secret-of-at-least-32-characters`) =>
  from(remote, '/internal/registerBox', { box: service.boxInfo(boxId) }, { 'x-box-id': boxId, 'x-box-secret': secret });
/** The n-th address within 2001:db8:0:7::/64, which counts as one holder. */
const next = (n: number) => `2001:db8:0:7:${n.toString(16)}::1`;

describe('boxes of a stranger', () => {
  itOnBoth(
    'become known twenty an hour from one address, whichever of its 2^64 of IPv6 is used; known ones are not counted',
    async () => {
      for (let i = 0; i < 20; i++) expect(await register(next(i), `bulk${i}`), String(i)).toBe(200);
      expect(await register(next(20), 'bulk20')).toBe(2002);
      for (let i = 0; i < 20; i++) expect(await register(next(i), `bulk${i}`), String(i)).toBe(200);
      expect(await register('2001:db8:0:8::1', 'other')).toBe(200);
      expect(await register('::ffff:198.51.100.7', 'fourth')).toBe(200);
      service.clock.advance(3600);
      expect(await register(next(20), 'bulk20')).toBe(200);
    },
  );

  it('cannot guess the enrolment key', async () => {
    await service.stop();
    service = await startService({ enrolmentKey: 'only for ours' });
    for (let i = 0; i < 20; i++) expect(await register(next(i), 'box7')).toBe(1000);
    const box = service.boxInfo('box7');
    const headers = { 'x-box-id': 'box7', 'x-box-secret': 's'.repeat(40) };
    expect(await from(next(0), '/internal/registerBox', { box, enrolment: 'only for ours' }, headers)).toBe(2002);
  });

  it('bring a secret of 32 to 128 characters', async () => {
    expect(await register('198.51.100.7', 'box7', 's'.repeat(31))).toBe(1035);
    expect(await register('198.51.100.7', 'box7', 's'.repeat(129))).toBe(1035);
    expect(await register('198.51.100.7', 'box7', 's'.repeat(128))).toBe(200);
  });
});

describe('boxes that nobody owns', () => {
  let db: Db;
  let now = 0;
  const clock = { now: () => now * 1000 };
  const known = async () =>
    (await db.selectFrom('boxes').select('box_id').orderBy('box_id').execute()).map(({ box_id }) => box_id);
  const waiting = async () =>
    (await db.selectFrom('pushes').select('box_id').orderBy('box_id').execute()).map(({ box_id }) => box_id);
  const add = async (box_id: string, seen: number, owned = false) => {
    const said = {
      model: 'N3',
      edition: 'standard',
      version: '1',
      lan_ip: '',
      wan_ip: '',
      ipv6: '',
      title: '',
    } as const;
    await db
      .insertInto('boxes')
      .values({ box_id, box_name: box_id, secret: 's', api_port: 0, seen, ...said })
      .execute();
    await db.insertInto('pushes').values({ box_id, due: 0, tries: 0, revision: 1 }).execute();
    if (owned)
      await db
        .insertInto('roster')
        .values({ box_id, user_name: 'ann_lee', admin: 'Y', owner: 'Y', nick: '', created: 0 })
        .execute();
  };
  beforeEach(async () => {
    db = await openStore(':memory:', () => undefined);
    now = 10 * UNOWNED_LIMITS.lifetimeSeconds;
  });
  afterEach(() => db.destroy());

  itOnBoth(
    'are forgotten after a day of silence, with what was to be told them; a box with an owner never is',
    async () => {
      await add('silent', now - UNOWNED_LIMITS.lifetimeSeconds - 1);
      await add('lately', now - UNOWNED_LIMITS.lifetimeSeconds);
      await add('owned', 0, true);
      await deleteUnownedBoxes(db, clock);
      expect(await known()).toEqual(['lately', 'owned']);
      expect(await waiting()).toEqual(['lately', 'owned']);
    },
  );

  it('are so many at a time: those heard of longest ago make room', async () => {
    for (let i = 0; i < 5; i++) await add(`box${i}`, now - i);
    await add('owned', now - 9, true);
    await deleteUnownedBoxes(db, clock, 3);
    expect(await known()).toEqual(['box0', 'box1', 'box2', 'owned']);
    expect(await waiting()).toEqual(['box0', 'box1', 'box2', 'owned']);
  });

  itOnBoth('make room when another one comes', async () => {
    const database = join(service.dir, 'many.sqlite');
    const before = await openStore(database, () => undefined);
    const said = {
      model: 'N3',
      edition: 'standard',
      version: '1',
      lan_ip: '',
      wan_ip: '',
      ipv6: '',
      title: '',
    } as const;
    const seen = Math.floor(service.clock.now() / 1000) - 1;
    const bulk = Array.from({ length: UNOWNED_LIMITS.maxBoxes }, (_, i) => ({
      box_id: `bulk${i}`,
      box_name: `bulk${i}`,
    }));
    for (let at = 0; at < bulk.length; at += 200)
      await before
        .insertInto('boxes')
        .values(bulk.slice(at, at + 200).map((box) => ({ ...box, ...said, secret: 's', api_port: 0, seen })))
        .execute();
    await before.destroy();
    const other = await startService({ database });
    try {
      await other.box('newcomer').link.register({ box: other.boxInfo('newcomer') });
    } finally {
      await other.account().close();
    }
    const after = await openStore(database, () => undefined);
    const names = (await after.selectFrom('boxes').select('box_id').execute()).map(({ box_id }) => box_id);
    await after.destroy();
    await other.stop();
    expect(names).toHaveLength(UNOWNED_LIMITS.maxBoxes);
    expect(names).toContain('newcomer');
  });
});

describe('letters and guesses of a stranger', () => {
  const send = (remote: string, address: string) => from(remote, '/auth/send', codeParams(address));

  it('are thirty letters an hour from one address', async () => {
    for (let i = 0; i < 30; i++) expect(await send(next(i), `ann${i}@example.org`), String(i)).toBe(200);
    expect(await send(next(30), 'ann30@example.org')).toBe(2002);
    expect(await send('2001:db8:0:8::1', 'ann30@example.org')).toBe(200);
  });

  it('are twenty letters a day to one recipient, from wherever', async () => {
    for (let i = 0; i < 20; i++) {
      expect(await send(`198.51.100.${i}`, 'ann@example.org'), String(i)).toBe(200);
      service.clock.advance(60);
    }
    expect(await send('203.0.113.1', ' ANN@example.org')).toBe(2002);
    service.clock.advance(86_400);
    expect(await send('203.0.113.1', 'ann@example.org')).toBe(200);
  });

  itOnBoth('leave no more rows than an address has tries, whatever names it makes up', async () => {
    const database = join(service.dir, 'rows.sqlite');
    const other = await startService({ database });
    try {
      const { router } = other.account();
      for (let i = 0; i < 150; i++) {
        const body = JSON.stringify(signInParams(`nobody_${i}`, 'wrong horse', 'k'.repeat(32)));
        const call = { method: 'POST', path: '/transitAuth/check', query: new URLSearchParams(), headers: {}, body };
        await router.handle({ ...call, remote: next(i) });
      }
      const db = await openStore(database, () => undefined);
      const rows = await db.selectFrom('attempts').select('name').execute();
      await db.destroy();
      expect(rows.length).toBeLessThanOrEqual(101);
    } finally {
      await other.stop();
    }
  });
});
