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
import { OWNER } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import type { AccountResource, RevocationCase, ResourceLocation } from '../lib/sessions/revocation-matrix.ts';
import { REVOCATION_CASES, formatRevocationMatrix, OPEN_REASONS } from '../lib/sessions/revocation-matrix.ts';
import type { OpenResource, SlowWebServer } from '../lib/sessions/open-resources.ts';
import {
  createResourceFiles,
  isReachableThrough,
  startSlowWebServer,
  RESOURCE_NAMES,
  RESOURCES,
  isAnswered,
} from '../lib/sessions/open-resources.ts';
import type { AccountAndBox, SignedInUser } from '../lib/sessions/account-and-box.ts';
import { ACCESS_PATHS, startAccountAndBox } from '../lib/sessions/account-and-box.ts';

/** Limit in ms, on a machine that answers others immediately. */
const CLOSE_LIMIT_MS = 1000;
/** A resource is closed after a few round trips: this many of an unaffected user may pass in addition. */
const ROUNDS = 4;
const GIVE_UP = 20_000;
const AREA_PASSWORD = 'crocus-7';
/** The suffix of encrypted files in the safe. */
const SEALED = '.hyencrypt_v3';

let fixture: AccountAndBox;
let web: SlowWebServer;
let owner: SignedInUser;
beforeAll(async () => {
  fixture = await startAccountAndBox(['--allow-lan-downloads', '--calls', '100']);
  web = await startSlowWebServer();
  await fixture.invite(REVOCATION_CASES.map(({ user }) => user));
  owner = await fixture.visit(OWNER);
}, 180_000);
afterAll(async () => {
  web.close();
  await fixture.remove();
});

const opened: OpenResource[] = [];
afterEach(() => {
  for (const { close } of opened.splice(0)) close?.();
});

const folderOf = (user: string, place: ResourceLocation): { readonly wire: string; readonly disk: string } => {
  const own = { wire: `/mnt/usb1/${user}`, disk: join(fixture.box.usb1, user) };
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
        disk: join(fixture.box.usb1, OWNER, 'my-shares', user),
      };
  }
};

/** What the account service and its relay open for a user. */
const atService = ({ account, ticket }: SignedInUser): Readonly<Record<AccountResource, OpenResource>> => ({
  account: {
    isOpen: () => isAnswered(account.box.address({ boxName: fixture.boxId })),
  },
  ticket: {
    isOpen: async () => {
      const query = new URLSearchParams({ ...ticket }).toString();
      const reply = await fetch(`${fixture.account.url}/relay/healthz?${query}`);
      await reply.arrayBuffer();
      return reply.ok;
    },
  },
});

/** Opens the whole row; a resource that does not exist there is left out. */
const openAll = async (
  visit: SignedInUser,
  { user, place, open }: RevocationCase,
): Promise<ReadonlyMap<string, OpenResource>> => {
  const { safe } = visit.at.box.client;
  const password = { username: user, password: AREA_PASSWORD };
  if (place === 'safe') {
    await safe.setUp(password);
    await safe.unlock(password);
  } else await safe.setPrivatePassword(password);
  const suffix = place === 'safe' ? SEALED : '';
  const area = folderOf(user, place === 'safe' ? 'safe' : 'private');
  createResourceFiles(area.disk, suffix);
  const { wire, disk } = folderOf(user, place);
  createResourceFiles(disk, suffix);
  const row = new Map<string, OpenResource>(Object.entries(atService(visit)));
  for (const thing of RESOURCE_NAMES) {
    const reason = open[thing];
    if (reason !== undefined && OPEN_REASONS[reason].startsWith('none')) continue;
    for (const door of ACCESS_PATHS.filter((each) => isReachableThrough(thing, each))) {
      const one = await RESOURCES[thing]({
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

const askAll = async (row: ReadonlyMap<string, OpenResource>): Promise<Record<string, boolean>> => {
  const told: Record<string, boolean> = {};
  for (const [name, { isOpen }] of row) told[name] = await isOpen();
  return told;
};

/**
 * Milliseconds after which a resource is found closed, measured by the check that found it; {@link GIVE_UP} when it
 * never is.
 */
const closesAfter = async ({ isOpen }: OpenResource, since: number): Promise<number> => {
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
const measureDuring = async <T>(asked: OpenResource, work: Promise<T>): Promise<readonly [T, longest: number]> => {
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
  it.each(REVOCATION_CASES)('$name', { timeout: 120_000 }, async (ending) => {
    const visit = await fixture.visit(ending.user);
    const end = await ending.arrange(fixture, visit, owner);
    const row = await openAll(visit, ending);
    // An unaffected user.
    const bystander = await Promise.all(
      (['command', 'file key', 'running download', 'changes'] as const).map((thing) => {
        const folder = folderOf(OWNER, 'own');
        createResourceFiles(folder.disk);
        const { wire: own, disk } = folder;
        const scene = { user: OWNER, reach: owner.at.box, folder: own, disk, suffix: '', area: own, web };
        return RESOURCES[thing](scene);
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
    const [after, longest] = await measureDuring(asked, found);
    expect(after.filter(([, ms]) => ms > CLOSE_LIMIT_MS + ROUNDS * longest)).toEqual([]);

    // Permanently, and nothing else with it.
    expect(await askAll(row)).toEqual(Object.fromEntries([...row.keys()].map((name) => [name, stays(name)])));
    for (const { isOpen } of bystander) expect(await isOpen()).toBe(true);
  });

  it('hands the administration over', { timeout: 120_000 }, async () => {
    const heir = await fixture.visit(REVOCATION_CASES[0]?.user ?? '');
    const code = await fixture.mailOf(owner);
    const powers = ({ at, account }: SignedInUser): ReadonlyMap<string, OpenResource> =>
      new Map([
        // The call may fail on a machine without a light; 13 means that the caller is not permitted.
        ...ACCESS_PATHS.map(
          (door) => [`command at the ${door}`, { isOpen: () => mayAsAdmin(at[door].client) }] as const,
        ),
        [
          'account',
          {
            isOpen: () => isAnswered(account.roster.invite({ boxName: fixture.boxId })),
          },
        ],
      ]);
    const [before, after] = [powers(owner), powers(heir)];
    expect(Object.values(await askAll(before))).toEqual([true, true, true]);
    expect(Object.values(await askAll(after))).toEqual([false, false, false]);
    await owner.account.user.transferAdmin({ boxName: fixture.boxId, targetUser: heir.user, code: await code() });
    const since = performance.now();
    for (const [name, one] of before) expect(await closesAfter(one, since), name).toBeLessThan(CLOSE_LIMIT_MS);
    expect(Object.values(await askAll(after))).toEqual([true, true, true]);
    // And is an ordinary user then, whose session the new administrator can revoke.
    const calls = ACCESS_PATHS.map((door) => ({ isOpen: () => isAnswered(owner.at[door].client.session.fileKey()) }));
    for (const { isOpen } of calls) expect(await isOpen()).toBe(true);
    await heir.account.roster.remove({ targetUser: OWNER, targetBox: fixture.boxId });
    const removed = performance.now();
    for (const one of calls) expect(await closesAfter(one, removed)).toBeLessThan(CLOSE_LIMIT_MS);
    await expect(signIn(fixture.box.origin, OWNER)).rejects.toMatchObject({ error: { code: ACC.offlineUser } });
  });
});

describe('the matrix', () => {
  it('stands in the documentation', () => {
    const page = fileURLToPath(new URL('../../docs/security.md', import.meta.url));
    expect(readFileSync(page, 'utf8')).toContain(formatRevocationMatrix());
  });

  it('has no column for streams that a door opens by another protocol, because none does', async () => {
    const { token } = owner;
    for (const base of [fixture.box.origin, fixture.account.url])
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

type Client = SignedInUser['at']['box']['client'];
const mayAsAdmin = (client: Client): Promise<boolean> =>
  client.system.setLed({ status: 0 }).then(
    () => true,
    (failure: unknown) => (failure as { error?: { code?: number } }).error?.code !== 13,
  );
