/** A box that upgrades itself: a real release, a later one that a real account service offers, and the launcher that starts them on one port. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccountClient, signInParams, type AccountClient } from '@boxwood/account-sdk';
import { type BoxClient, fetchTransport } from '@boxwood/box-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountProcess, startAccountProcess } from '../lib/account-process.ts';
import { type BoxProcess, OWNER, PASSWORD, setUpOwner, startBoxProcess } from '../lib/box-process.ts';
import { signIn } from '../lib/client.ts';
import { buildRelease, FIRST, makeKey, offerNext } from '../lib/releases.ts';

const work = mkdtempSync(join(tmpdir(), 'boxwood-upgrade-'));
const offers = join(work, 'offers');
const NEXT = '1.0.8';
let key: string;
let release: string;
let account: AccountProcess;
let box: BoxProcess;
let client: BoxClient;
let person: AccountClient;

/** A port that nobody has: the box has the same one before and after. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** What the box says it is; '' while it does not answer. */
const versionNow = (): Promise<string> =>
  client.system.product().then(
    ({ version }) => version,
    () => '',
  );
const statusNow = () => client.upgrade.status({ user: OWNER }).catch(() => null);

beforeAll(async () => {
  mkdirSync(offers);
  key = makeKey(work, 'release.key');
  release = buildRelease(join(work, 'out'), key);
  account = await startAccountProcess(['--releases', offers]);
  const args = ['--account', account.url, '--port', String(await freePort())];
  const env = { BOXWOOD_READY_SECONDS: '20' };
  box = await startBoxProcess({ program: join(release, 'launch.js'), family: false, args, env });
  await setUpOwner(box.origin, box.setupCode ?? '');
  const transport = fetchTransport();
  const { userName, token } = await createAccountClient({ baseUrl: account.url, transport }).session.signIn(
    signInParams(OWNER, PASSWORD, 'k'.repeat(32)),
  );
  person = createAccountClient({ baseUrl: account.url, transport, identity: () => ({ username: userName, token }) });
  client = await signIn(box.origin, OWNER);
}, 300_000);
afterAll(async () => {
  await box.remove();
  await account.remove();
  rmSync(work, { recursive: true, force: true });
});

describe('a box under its launcher', () => {
  it('is the release that was installed, and offers upgrades', async () => {
    expect(await versionNow()).toBe(FIRST);
    const { areas } = await client.offers.list();
    expect(areas.find(({ area }) => area === 'upgrade')).toMatchObject({ state: 'offered', missing: [] });
  });

  it(
    'PROD-14 SYSTEM-06 G-49: goes to the version that its account service offers; sessions, files and settings are there',
    { timeout: 120_000 },
    async () => {
      offerNext({ from: release, offers, version: NEXT, key });
      expect(await person.box.newestVersion({ boxType: 'G2' })).toMatchObject({ Version: NEXT });
      mkdirSync(join(box.usb1, OWNER), { recursive: true });
      writeFileSync(join(box.usb1, OWNER, 'kept.txt'), 'kept');
      await client.upgrade.start({ user: OWNER, value: NEXT });
      await expect.poll(versionNow, { timeout: 90_000, interval: 250 }).toBe(NEXT);
      expect(await statusNow()).toEqual({ running: 0, version: NEXT, progress: 100, code: 5 });
      expect(readFileSync(join(box.usb1, OWNER, 'kept.txt'), 'utf8')).toBe('kept');
      expect(
        (await client.files.list({ path: `/mnt/usb1/${OWNER}`, count: 50, hasbaseinfo: 0 })).file_list.map(
          ({ n }) => n,
        ),
      ).toContain('kept.txt');
      expect(box.child.exitCode).toBeNull();
    },
  );
});
