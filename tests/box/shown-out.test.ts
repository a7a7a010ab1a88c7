/**
 * A revoked session stays revoked: each revocation against each resource of a session, a user or a right, directly at
 * the box, through the relay and at the account service. A cell is closed within a second, or states why it is not;
 * docs/security.md has the same table.
 */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ACC } from '@boxwood/box-sdk';
import { OWNER } from '../lib/box-process.ts';
import { signIn } from '../lib/client.ts';
import type { AtService, Ending, Place } from '../lib/endings.ts';
import { ENDINGS, matrixText, REASONS } from '../lib/endings.ts';
import type { Hanging, SlowWeb } from '../lib/hanging.ts';
import { furnish, isAt, startSlowWeb, THING_NAMES, THINGS, works } from '../lib/hanging.ts';
import type { Household, Visit } from '../lib/household.ts';
import { DOORS, startHousehold } from '../lib/household.ts';

/** Limit in ms, on a machine that answers others immediately. */
const SOON = 1000;
/** A resource is closed after a few round trips: this many of an unaffected user may pass in addition. */
const ROUNDS = 4;
const GIVE_UP = 20_000;
const AREA_PASSWORD = 'crocus-7';
/** The suffix of encrypted files in the safe. */
const SEALED = '.hyencrypt_v3';

let household: Household;
let web: SlowWeb;
let owner: Visit;
beforeAll(async () => {
  household = await startHousehold(['--allow-lan-downloads', '--calls', '100']);
  web = await startSlowWeb();
  await household.invite(ENDINGS.map(({ user }) => user));
  owner = await household.visit(OWNER);
}, 180_000);
afterAll(async () => {
  web.close();
  await household.remove();
});

const opened: Hanging[] = [];
afterEach(() => {
  for (const { close } of opened.splice(0)) close?.();
});

const folderOf = (user: string, place: Place): { readonly wire: string; readonly disk: string } => {
  const own = { wire: `/mnt/usb1/${user}`, disk: join(household.box.usb1, user) };
  switch (place) {
    case 'own':
      return own;
    case 'private':
      return { wire: `${own.wire}/.safe_home`, disk: join(own.disk, '.safe_home') };
    case 'safe':
      return { wire: `${own.wire}/.safebox`, disk: join(own.disk, '.safebox') };
    case 'shared':
      return {
        wire: `${own.wire}/.share2me/${OWNER}/${user}`,
        disk: join(household.box.usb1, OWNER, 'my-shares', user),
      };
  }
};

/** What the account service and its relay open for a user. */
const atService = ({ account, ticket }: Visit): Readonly<Record<AtService, Hanging>> => ({
  account: {
    isOpen: () => works(account.box.address({ boxName: household.boxId })),
  },
  ticket: {
    isOpen: async () => {
      const query = new URLSearchParams({ ...ticket }).toString();
      const reply = await fetch(`${household.account.url}/relay/healthz?${query}`);
      await reply.arrayBuffer();
      return reply.ok;
    },
  },
});

/** Opens the whole row; a resource that does not exist there is left out. */
const openAll = async (visit: Visit, { user, place, open }: Ending): Promise<ReadonlyMap<string, Hanging>> => {
  const { safe } = visit.at.box.client;
  const password = { username: user, password: AREA_PASSWORD };
  if (place === 'safe') {
    await safe.setUp(password);
    await safe.unlock(password);
  } else await safe.setPrivatePassword(password);
  const suffix = place === 'safe' ? SEALED : '';
  const area = folderOf(user, place === 'safe' ? 'safe' : 'private');
  furnish(area.disk, suffix);
  const { wire, disk } = folderOf(user, place);
  furnish(disk, suffix);
  const row = new Map<string, Hanging>(Object.entries(atService(visit)));
  for (const thing of THING_NAMES) {
    const reason = open[thing];
    if (reason !== undefined && REASONS[reason].startsWith('none')) continue;
    for (const door of DOORS.filter((each) => isAt(thing, each))) {
      const one = await THINGS[thing]({
        user,
        reach: visit.at[door],
        folder: wire,
        disk,
        suffix,
        area: area.wire,
        web,
      });
      row.set(`${thing} at the ${door}`, one);
      opened.push(one);
    }
  }
  return row;
};

const askAll = async (row: ReadonlyMap<string, Hanging>): Promise<Record<string, boolean>> => {
  const told: Record<string, boolean> = {};
  for (const [name, { isOpen }] of row) told[name] = await isOpen();
  return told;
};

/**
 * Milliseconds after which a resource is found closed, measured by the check that found it; {@link GIVE_UP} when it
 * never is.
 */
const closesAfter = async ({ isOpen }: Hanging, since: number): Promise<number> => {
  for (;;) {
    const asked = performance.now() - since;
    if (asked > GIVE_UP) return GIVE_UP;
    if (!(await isOpen())) return asked;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/**
 * Repeats a check while `work` runs.
 * @returns the result of `work`, and the longest duration of a check in milliseconds
 */
const beside = async <T>(asked: Hanging, work: Promise<T>): Promise<readonly [T, longest: number]> => {
  const over = new AbortController();
  let longest = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      const since = performance.now();
      await asked.isOpen();
      longest = Math.max(longest, performance.now() - since);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  try {
    return [await work, longest];
  } finally {
    over.abort();
    await watching;
  }
};

describe('somebody', () => {
  it.each(ENDINGS)('$name', { timeout: 120_000 }, async (ending) => {
    const visit = await household.visit(ending.user);
    const end = await ending.arrange(household, visit, owner);
    const row = await openAll(visit, ending);
    // An unaffected user.
    const bystander = await Promise.all(
      (['command', 'file key', 'running download', 'changes'] as const).map((thing) => {
        const folder = folderOf(OWNER, 'own');
        furnish(folder.disk);
        const { wire: own, disk } = folder;
        const scene = { user: OWNER, reach: owner.at.box, folder: own, disk, suffix: '', area: own, web };
        return THINGS[thing](scene);
      }),
    );
    opened.push(...bystander);
    expect(Object.entries(await askAll(row)).filter(([, isOpen]) => !isOpen)).toEqual([]);

    await end();
    const since = performance.now();
    const stays = (name: string): boolean => Object.hasOwn(ending.open, name.split(' at the ')[0] ?? '');
    const closing = [...row].filter(([name]) => !stays(name));
    const [asked] = bystander;
    if (asked === undefined) throw new Error('nobody stands by');
    const found = Promise.all(closing.map(async ([name, one]) => [name, await closesAfter(one, since)] as const));
    const [after, longest] = await beside(asked, found);
    expect(after.filter(([, ms]) => ms > SOON + ROUNDS * longest)).toEqual([]);

    // Permanently, and nothing else with it.
    expect(await askAll(row)).toEqual(Object.fromEntries([...row.keys()].map((name) => [name, stays(name)])));
    for (const { isOpen } of bystander) expect(await isOpen()).toBe(true);
  });

  it('hands the administration over', { timeout: 120_000 }, async () => {
    const heir = await household.visit(ENDINGS[0]?.user ?? '');
    const code = await household.mailOf(owner);
    const powers = ({ at, account }: Visit): ReadonlyMap<string, Hanging> =>
      new Map([
        // The call may fail on a machine without a light; 13 means that the caller is not permitted.
        ...DOORS.map((door) => [`command at the ${door}`, { isOpen: () => mayAsAdmin(at[door].client) }] as const),
        [
          'account',
          {
            isOpen: () => works(account.roster.invite({ boxName: household.boxId })),
          },
        ],
      ]);
    const [before, after] = [powers(owner), powers(heir)];
    expect(Object.values(await askAll(before))).toEqual([true, true, true]);
    expect(Object.values(await askAll(after))).toEqual([false, false, false]);
    await owner.account.user.transferAdmin({ boxName: household.boxId, targetUser: heir.user, code: await code() });
    const since = performance.now();
    for (const [name, one] of before) expect(await closesAfter(one, since), name).toBeLessThan(SOON);
    expect(Object.values(await askAll(after))).toEqual([true, true, true]);
    // And is an ordinary user then, whose session the new administrator can revoke.
    const calls = DOORS.map((door) => ({ isOpen: () => works(owner.at[door].client.session.fileKey()) }));
    for (const { isOpen } of calls) expect(await isOpen()).toBe(true);
    await heir.account.roster.remove({ targetUser: OWNER, targetBox: household.boxId });
    const removed = performance.now();
    for (const one of calls) expect(await closesAfter(one, removed)).toBeLessThan(SOON);
    await expect(signIn(household.box.origin, OWNER)).rejects.toMatchObject({ error: { code: ACC.offlineUser } });
  });
});

describe('the matrix', () => {
  it('stands in the documentation', () => {
    const page = fileURLToPath(new URL('../../docs/security.md', import.meta.url));
    expect(readFileSync(page, 'utf8')).toContain(matrixText());
  });

  it('has no column for streams that a door opens by another protocol, because none does', async () => {
    const { token } = owner;
    for (const base of [household.box.origin, household.account.url])
      for (const path of ['/', '/eshell', '/fsnotify', `/${token}`, '/transitAuth/message', '/relay/eshell'])
        for (const protocol of ['websocket', 'h2c']) {
          const { status, type } = await upgrade(`${base}${path}`, protocol);
          expect([status === 101, type.includes('event-stream')], `${base}${path}`).toEqual([false, false]);
        }
  });
});

/** Requests a protocol upgrade, and a stream of events. */
const upgrade = (address: string, protocol: string): Promise<{ readonly status: number; readonly type: string }> =>
  new Promise((resolve, reject) => {
    const headers = { connection: 'Upgrade', upgrade: protocol, accept: 'text/event-stream' };
    const asking = request(address, { headers });
    asking.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve({ status: 101, type: '' });
    });
    asking.on('response', (reply) => {
      reply.destroy();
      resolve({ status: reply.statusCode ?? 0, type: reply.headers['content-type'] ?? '' });
    });
    // A server that closes the connection has refused; one that does not exist has not answered.
    asking.on('error', (failure: NodeJS.ErrnoException) => {
      if (failure.code === 'ECONNRESET') resolve({ status: 0, type: '' });
      else reject(failure);
    });
    asking.end();
  });

type Client = Visit['at']['box']['client'];
const mayAsAdmin = (client: Client): Promise<boolean> =>
  client.system.setLed({ status: 0 }).then(
    () => true,
    (failure: unknown) => (failure as { error?: { code?: number } }).error?.code !== 13,
  );
