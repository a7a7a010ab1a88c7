/** A box under its launcher, and a separate account service that offers releases. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AccountClient, createAccountClient, signInParams } from '@boxwood/account-sdk';
import { type BoxClient, fetchTransport, type UpgradeStatus } from '@boxwood/box-sdk';
import { type AccountProcess, startAccountProcess } from './account-process.ts';
import { type BoxProcess, OWNER, PASSWORD, setUpOwner, startBoxProcess } from './box-process.ts';
import { signIn } from './client.ts';
import { type CuttableProxy, startCuttableProxy } from '../http/cuttable-proxy.ts';
import { freePort } from '../machine/network-share.ts';
import { buildRelease, makeKey, type NextRelease, offerRelease } from './releases.ts';

/** The running child processes of a process. */
export const childrenOf = (parent: number): readonly number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(of) === parent && state !== 'Z' ? [Number(name)] : [];
    } catch {
      return []; // It has just ended.
    }
  });

/** All running processes that use a data folder. */
export const processesUsing = (dataDir: string): readonly number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').includes(dataDir) ? [Number(name)] : [];
    } catch {
      return []; // It has just ended.
    }
  });

const lives = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

export const waitUntilEnded = async (pids: readonly number[]): Promise<void> => {
  while (pids.some(lives)) await delay(20);
};

export interface UpgradeFixture {
  readonly work: string;
  /** The folder of releases that the account service offers. */
  readonly offers: string;
  readonly key: string;
  /** The release that was installed. */
  readonly release: string;
  readonly line: CuttableProxy;
  readonly client: BoxClient;
  readonly person: AccountClient;
  /** The folder in which the launcher stores releases. */
  readonly releases: string;
  box: BoxProcess;
  /** Starts the launcher again, as systemd does after its end. */
  restart(): Promise<void>;
  offer(next: Omit<NextRelease, 'from' | 'offers' | 'key'> & Partial<NextRelease>): string;
  /** The version that the box reports; '' while it does not answer. */
  version(): Promise<string>;
  status(): Promise<UpgradeStatus | null>;
  notices(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

export interface UpgradeFixtureOptions {
  /** A release that was built before, with the key that signs its successors. */
  readonly built?: { readonly release: string; readonly key: string };
  readonly dataDir?: string;
  /** Whether the account service runs inside the box, and offers the releases in a folder. */
  readonly inside?: boolean;
  /** Where the launcher stores releases; next to the database when absent. */
  readonly releases?: string;
  readonly readySeconds?: number;
}

/** A release and a key that several fixtures of one test share. */
export const buildSharedRelease = (work: string): { readonly release: string; readonly key: string } => {
  const key = makeKey(work, 'release.key');
  return { key, release: buildRelease(join(work, 'out'), key) };
};

export const startUpgradeFixture = async (options: UpgradeFixtureOptions = {}): Promise<UpgradeFixture> => {
  const { releases, readySeconds = 30, inside = false } = options;
  const work = mkdtempSync(join(tmpdir(), 'boxwood-upgrade-'));
  const offers = join(work, 'offers');
  mkdirSync(offers);
  const { key, release } = options.built ?? buildSharedRelease(work);
  const account: AccountProcess | null = inside ? null : await startAccountProcess(['--releases', offers]);
  const line = account === null ? null : await startCuttableProxy(Number(new URL(account.url).port));
  const port = String(await freePort());
  const dataDir = options.dataDir ?? join(work, 'data');
  const args = [
    ...(line === null ? ['--packages', offers] : ['--account', line.origin]),
    '--port',
    port,
    ...(releases === undefined ? [] : ['--releases', releases]),
  ];
  const start = () =>
    startBoxProcess({
      program: join(release, 'launch.js'),
      dataDir,
      withUsers: false,
      args,
      env: { BOXWOOD_READY_SECONDS: String(readySeconds) },
    });
  const box = await start();
  await setUpOwner(box.origin, box.setupCode ?? '');
  const transport = fetchTransport();
  const baseUrl = account?.url ?? `${box.origin}/account`;
  const asPerson = async (): Promise<AccountClient> => {
    const nobody = createAccountClient({ baseUrl, transport });
    const { userName, token } = await nobody.session.signIn(signInParams(OWNER, PASSWORD, 'k'.repeat(32)));
    return createAccountClient({ baseUrl, transport, identity: () => ({ username: userName, token }) });
  };
  let person = await asPerson();
  const client = await signIn(box.origin, OWNER);
  const all: UpgradeFixture = {
    work,
    offers,
    key,
    release,
    client,
    person,
    box,
    line: line ?? { origin: '', cutAfter: () => undefined, close: () => Promise.resolve() },
    releases: releases ?? join(dataDir, '.boxwood', 'releases'),
    restart: async () => {
      all.box = await start();
    },
    offer: (next) => offerRelease({ from: release, offers, key, ...next }),
    version: () =>
      client.system.product().then(
        ({ version }) => version,
        () => '',
      ),
    status: () => client.upgrade.status({ user: OWNER }).catch(() => null),
    notices: async () => {
      const page = { type: 3, pageNo: 1, pageSize: 100 } as const;
      const { datas } = await person.messages.list(page).catch(async () => {
        // Sessions of an account service inside a box end when its database is restored.
        person = await asPerson();
        return person.messages.list(page);
      });
      return datas.map(({ content }) => content);
    },
    remove: async () => {
      const children = childrenOf(all.box.child.pid ?? 0);
      await all.box.remove();
      await waitUntilEnded(children);
      await line?.close();
      await account?.remove();
      rmSync(work, { recursive: true, force: true });
    },
  };
  return all;
};
