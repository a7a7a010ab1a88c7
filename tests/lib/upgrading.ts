/** A household whose box runs under its launcher, and an account service of its own that offers releases. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AccountClient, createAccountClient, signInParams } from '@boxwood/account-sdk';
import { type BoxClient, fetchTransport, type UpgradeStatus } from '@boxwood/box-sdk';
import { type AccountProcess, startAccountProcess } from './account-process.ts';
import { type BoxProcess, OWNER, PASSWORD, setUpOwner, startBoxProcess } from './box-process.ts';
import { signIn } from './client.ts';
import { type Line, lineTo } from './line.ts';
import { buildRelease, makeKey, type NextRelease, offerNext } from './releases.ts';

/** A port that nobody has: the box has the same one before and after. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** The processes that a process started and that live. */
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

const lives = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

export const gone = async (pids: readonly number[]): Promise<void> => {
  while (pids.some(lives)) await delay(20);
};

export interface Upgrading {
  readonly work: string;
  /** What the account service offers. */
  readonly offers: string;
  readonly key: string;
  /** The release that was installed. */
  readonly release: string;
  readonly line: Line;
  readonly client: BoxClient;
  readonly person: AccountClient;
  /** Where the launcher keeps releases. */
  readonly releases: string;
  box: BoxProcess;
  /** Starts the launcher as systemd does when it has ended. */
  again(): Promise<void>;
  offer(next: Omit<NextRelease, 'from' | 'offers' | 'key'> & Partial<NextRelease>): string;
  /** What the box says it is; '' while it does not answer. */
  version(): Promise<string>;
  status(): Promise<UpgradeStatus | null>;
  notices(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

export interface UpgradingOptions {
  /** Where the launcher is to keep releases; beside the database when absent. */
  readonly releases?: string;
  readonly readySeconds?: number;
}

export const startUpgrading = async ({ releases, readySeconds = 30 }: UpgradingOptions = {}): Promise<Upgrading> => {
  const work = mkdtempSync(join(tmpdir(), 'boxwood-upgrade-'));
  const offers = join(work, 'offers');
  mkdirSync(offers);
  const key = makeKey(work, 'release.key');
  const release = buildRelease(join(work, 'out'), key);
  const account: AccountProcess = await startAccountProcess(['--releases', offers]);
  const line = await lineTo(Number(new URL(account.url).port));
  const port = String(await freePort());
  const dataDir = join(work, 'data');
  const args = ['--account', line.origin, '--port', port, ...(releases === undefined ? [] : ['--releases', releases])];
  const start = () =>
    startBoxProcess({
      ...{ program: join(release, 'launch.js'), dataDir, family: false, args },
      env: { BOXWOOD_READY_SECONDS: String(readySeconds) },
    });
  const box = await start();
  await setUpOwner(box.origin, box.setupCode ?? '');
  const transport = fetchTransport();
  const signed = await createAccountClient({ baseUrl: account.url, transport }).session.signIn(
    signInParams(OWNER, PASSWORD, 'k'.repeat(32)),
  );
  const identity = () => ({ username: signed.userName, token: signed.token });
  const person = createAccountClient({ baseUrl: account.url, transport, identity });
  const client = await signIn(box.origin, OWNER);
  const all: Upgrading = {
    ...{ work, offers, key, release, line, client, person, box },
    releases: releases ?? join(dataDir, '.boxwood', 'releases'),
    again: async () => {
      all.box = await start();
    },
    offer: (next) => offerNext({ ...{ from: release, offers, key }, ...next }),
    version: () =>
      client.system.product().then(
        ({ version }) => version,
        () => '',
      ),
    status: () => client.upgrade.status({ user: OWNER }).catch(() => null),
    notices: async () =>
      (await person.messages.list({ type: 3, pageNo: 1, pageSize: 100 })).datas.map(({ content }) => content),
    remove: async () => {
      const children = childrenOf(all.box.child.pid ?? 0);
      await all.box.remove();
      await gone(children);
      await line.close();
      await account.remove();
      rmSync(work, { recursive: true, force: true });
    },
  };
  return all;
};
