/** A real service over real HTTP in a temporary folder, called by the real SDK. For tests only. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountClient, CodePurpose } from '@boxwood/account-sdk';
import {
  BoxFailure,
  codeParams,
  createAccountClient,
  fetchTransport,
  signInParams,
  withBoxSecret,
} from '@boxwood/account-sdk';
import { it as defineTest, vi } from 'vitest';
import { createAccount } from '../account.ts';
import type { Account } from '../account.ts';
import type { AccountOptions } from '../service-settings.ts';

// Real sockets and real password hashing are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A clock that moves only when a test moves it. */
export const manualClock = (start = Date.UTC(2026, 10, 21, 8)) => {
  let now = start;
  return {
    now: () => now,
    /** Advances the clock by seconds. */
    advance: (seconds: number) => {
      now += seconds * 1000;
    },
  };
};

/** Source of databases other than files. */
interface DatabaseSource {
  readonly fresh: () => Promise<string>;
  readonly release: (address: string) => Promise<void>;
}
let databases: DatabaseSource | undefined;
/** Makes all following services use a separate database of this source; default: SQLite in the service's folder. */
export const useDatabases = (source: DatabaseSource): void => {
  databases = source;
};

type DefineTest = (title: string, run: () => unknown) => void;
/** A test of rules that do not depend on the database: it runs on SQLite alone. */
export const it: DefineTest = (title, run) => {
  if (databases === undefined) defineTest(title, run);
};
/**
 * A test that also runs on PostgreSQL (`store/postgres.apart.test.ts`), because no other test executes one of its
 * statements, or because its transactions are concurrent.
 */
export const itOnBoth: DefineTest = (title, run) => {
  defineTest(title, run);
};

export const PASSWORD = 'correct horse';
const APP_KEY = '0123456789abcdefghijABCDEFGHIJ01';

/** Starts a service. Unexpected errors are collected in `faults`. */
export const startService = async (options: Partial<AccountOptions> = {}) => {
  const dir = await mkdtemp(join(tmpdir(), 'boxwood-account-'));
  const faults: unknown[] = [];
  const clock = manualClock();
  const database = await databases?.fresh();
  const all: AccountOptions = {
    dataDir: dir,
    clock,
    onFault: (fault) => faults.push(fault),
    ...(database === undefined ? {} : { database }),
    ...options,
  };
  let account: Account = await createAccount(all);
  const serve = async () => `http://127.0.0.1:${await account.listen(0, '127.0.0.1')}${all.prefix ?? ''}`;
  let baseUrl = await serve();

  /** An anonymous client, or one of a signed-in user. Sends the language like a browser. */
  const client = (username = '', token = '', language = 'en'): AccountClient => {
    const fetchWithLanguage: typeof fetch = (address, init) => {
      const headers = new Headers(init?.headers);
      headers.set('accept-language', language);
      return fetch(address, { ...init, headers });
    };
    return createAccountClient({
      baseUrl: () => baseUrl,
      transport: fetchTransport({ fetch: fetchWithLanguage }),
      identity: () => ({ username, token }),
    });
  };
  const signIn = async (name: string, password = PASSWORD) => {
    const session = await client().session.signIn(signInParams(name, password, APP_KEY));
    return { ...session, api: client(session.userName, session.token) };
  };
  /** The client of a box. */
  const box = (boxId: string, secret = `${boxId}-secret-of-at-least-32-characters`): AccountClient =>
    createAccountClient({ baseUrl: () => baseUrl, transport: withBoxSecret(fetchTransport(), boxId, secret) });
  const boxInfo = (boxId: string) =>
    ({ boxId, boxName: boxId, model: 'N3', edition: 'standard', version: '1.0.25' }) as const;

  /** Registers a box with its owner. */
  const createBoxWithOwner = async (boxId = 'box7', owner = 'ann_lee') => {
    await box(boxId).link.register({ box: boxInfo(boxId) });
    await box(boxId).link.setUpOwner({ userName: owner, password: PASSWORD });
    await box(boxId).link.report({ lanIp: '192.168.1.20', wanIp: '', ipv6: '', apiPort: 6900, version: '1.0.25' });
    return signIn(owner);
  };
  /** Adds a user to a box by invitation. */
  const addUser = async (admin: AccountClient, userName: string, boxId = 'box7') => {
    const { inviteCode } = await admin.roster.invite({ boxName: boxId });
    await client().session.register({ userName, password: PASSWORD, param: '', code: '', inviteCode });
    return signIn(userName);
  };

  /** The newest message to an address in the outbox. */
  const messageTo = async (address: string): Promise<string> => {
    const folder = join(dir, 'outbox');
    const names = await readdir(folder);
    for (const name of names.toSorted().reverse()) {
      const text = await readFile(join(folder, name), 'utf8');
      if (text.startsWith(`To: ${address}\n`)) return text;
    }
    throw new Error(`no letter to ${address}`);
  };
  /** Requests a code for an address and reads it. */
  const codeFor = async (address: string, purpose?: CodePurpose): Promise<string> => {
    await client().session.sendCode({ ...codeParams(address), ...(purpose === undefined ? {} : { purpose }) });
    return /\b\d{6}\b/.exec(await messageTo(address))?.[0] ?? '';
  };

  return {
    dir,
    /** Address of the database, for tests that inspect it. */
    database: database ?? join(dir, 'account.sqlite'),
    clock,
    faults,
    client,
    signIn,
    box,
    boxInfo: boxInfo,
    createBoxWithOwner: createBoxWithOwner,
    addUser: addUser,
    messageTo: messageTo,
    codeFor,
    url: () => baseUrl,
    account: () => account,
    /** Stops the service and starts it again on the same folder and database. */
    restart: async () => {
      await account.close();
      account = await createAccount(all);
      baseUrl = await serve();
    },
    stop: async () => {
      await account.close();
      if (database !== undefined) await databases?.release(database);
      await rm(dir, { recursive: true, force: true });
    },
  };
};
export type TestService = Awaited<ReturnType<typeof startService>>;

/** The code a call is refused with, 200 when it succeeds. */
export const codeOfCall = async (call: Promise<unknown>): Promise<number> => {
  try {
    await call;
    return 200;
  } catch (failure) {
    if (failure instanceof BoxFailure && failure.error._tag === 'Refused') return failure.error.code;
    throw failure;
  }
};
