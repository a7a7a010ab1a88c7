import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { createAccountClient, signInParams } from '@boxwood/account-sdk';
import { createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import { randomText } from '@boxwood/command-bus/rules';
import { copyPreparedBox, releasePreparedBox } from './prepared-box.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The box from its sources, for development and for tests that refer to source lines. */
export const SOURCES = join(root, 'apps/box/src/bin/main.ts');

/** The test users: an owner who is the administrator, and two ordinary users. All have the same password. */
export const OWNER = 'annabel';
export const MEMBER = 'robert1';
export const CHILD = 'charlie';
export const PASSWORD = 'hedge-in-june';

/** The same three users at the literal box. */
export const TEST_USERS = [OWNER, MEMBER, CHILD].map((name) => ({ name, password: PASSWORD, admin: name === OWNER }));

/** A box in its own process, on a temporary folder. */
export interface BoxProcess {
  readonly origin: string;
  readonly port: number;
  /** The real folder behind `/mnt/usb1`. */
  readonly usb1: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** The code of the one-time setup link; null on a box that has an owner. */
  readonly setupCode: string | null;
  /** The log output so far. */
  log(): string;
  /** Asks the process to stop, and waits for its end. */
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Stops the process and removes its data. */
  remove(): Promise<void>;
}

export interface BoxProcessOptions {
  /** Reuses the folder of a box that was stopped or killed. */
  readonly dataDir?: string;
  readonly configDir?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A program, with its arguments, that starts the box. It must leave the process as our child (`strace -D`). */
  readonly under?: readonly string[];
  /**
   * The program to run: the `main.js` of a built box, or {@link SOURCES}. `npm test` passes the built one, which starts
   * three times as fast.
   */
  readonly program?: string;
  /** Creates the test users (default), or leaves the box without an owner. */
  readonly withUsers?: boolean;
}

const READY = /(https?:\/\/[^\s/]+)\/(?:\?setup=([A-Za-z0-9]+))?/;

/** Start timeout. Generous, because other tests may keep the machine busy. */
const START_TIMEOUT_MS = 120_000;

const started = (child: ChildProcess, log: () => string): Promise<RegExpExecArray> =>
  new Promise((resolve, reject) => {
    let out = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`the box did not start:\n${out}\n${log()}`));
    }, START_TIMEOUT_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const match = READY.exec(out);
      if (match === null) return;
      clearTimeout(timer);
      resolve(match);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the box ended with ${String(code)}:\n${out}\n${log()}`));
    });
  });

/** Options under which a box with the test users is the same as the prepared one. */
const COPIED_OPTIONS: readonly string[] = ['args', 'withUsers'];
const COPIED_ARGS = /^(?:--allow-lan-downloads|--port|\d+)$/;

const mayBeCopied = (options: BoxProcessOptions): boolean =>
  options.withUsers !== false &&
  Object.keys(options).every((name) => COPIED_OPTIONS.includes(name)) &&
  (options.args ?? []).every((arg) => COPIED_ARGS.test(arg));

/**
 * Starts a box process and, by default, sets it up with the test users, or copies the folder of a run's prepared box
 * that has them.
 */
export const startBoxProcess = async (options: BoxProcessOptions = {}): Promise<BoxProcess> => {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'boxwood-data-'));
  const configDir = options.configDir ?? `${dataDir}-config`;
  if (mayBeCopied(options)) copyPreparedBox(dataDir, configDir);
  const [tracer, ...before] = options.under ?? [];
  const program = options.program ?? process.env['BOXWOOD_BOX'] ?? SOURCES;
  const child = spawn(
    tracer ?? 'node',
    [
      ...(tracer === undefined ? [] : [...before, 'node']),
      ...(program === SOURCES ? ['--disable-warning=ExperimentalWarning', '--conditions=@boxwood/source'] : []),
      program,
      '--port',
      '0',
      '--host',
      '127.0.0.1',
      '--share-port',
      'none',
      '--data',
      dataDir,
      // Without this, a box whose test runs as root would restart this machine when it is asked to.
      '--helper',
      'none',
      // Uses a separate build while the shared one is being rebuilt.
      ...(process.env['BOXWOOD_TEST_DESKTOP'] === undefined ? [] : ['--desktop', process.env['BOXWOOD_TEST_DESKTOP']]),
      ...(options.args ?? []),
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, BOXWOOD_CONFIG_DIR: configDir, BOXWOOD_LOG: 'info', ...options.env },
    },
  );
  let logged = '';
  child.stderr.on('data', (chunk: Buffer) => {
    logged += chunk.toString();
  });
  const ended = once(child, 'exit');
  const match = await started(child, () => logged).catch((failure: unknown) => {
    releasePreparedBox(dataDir);
    throw failure;
  });
  const origin = (match[1] ?? '').replace('localhost', '127.0.0.1');
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
    // A code that the command does not declare reaches the caller, and fails the test.
    const [undeclared] = /[^"]*which it does not declare/.exec(logged) ?? [];
    if (undeclared !== undefined) throw new Error(undeclared);
  };
  if (options.withUsers !== false && match[2] !== undefined) {
    await setUpOwner(origin, match[2]);
    await inviteTestUsers(origin, join(dataDir, 'usb1'));
  }
  return {
    origin,
    port: Number(new URL(origin).port),
    usb1: join(dataDir, 'usb1'),
    dataDir,
    setupCode: options.withUsers === false ? (match[2] ?? null) : null,
    child,
    log: () => logged,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    remove: async () => {
      try {
        await end('SIGKILL');
      } finally {
        releasePreparedBox(dataDir);
        if (options.dataDir === undefined)
          for (const folder of [dataDir, configDir]) rmSync(folder, { recursive: true, force: true });
      }
    },
  };
};

const newAppKey = () => randomText((bytes) => crypto.getRandomValues(bytes));

/** Names a new box and creates its owner. */
export const setUpOwner = (origin: string, code: string): Promise<object> =>
  createBoxClient({ baseUrl: origin, transport: fetchTransport() }).session.setUp({
    code,
    boxname: 'Test box',
    username: OWNER,
    password: PASSWORD,
  });

/** Adds the other test users to a box by invitation. */
export const inviteTestUsers = async (origin: string, usb1: string): Promise<void> => {
  const box = createBoxClient({ baseUrl: origin, transport: fetchTransport() });
  const { boxid } = await box.session.setup();
  const baseUrl = `${origin}/account`;
  const anonymous = createAccountClient({ baseUrl, transport: fetchTransport() });
  const signed = await anonymous.session.signIn(signInParams(OWNER, PASSWORD, newAppKey()));
  const owner = createAccountClient({
    baseUrl,
    transport: fetchTransport(),
    identity: () => ({ username: signed.userName, token: signed.token }),
  });
  for (const userName of [MEMBER, CHILD]) {
    const { inviteCode } = await owner.roster.invite({ boxName: boxid });
    await anonymous.session.register({ userName, password: PASSWORD, param: '', code: '', inviteCode });
  }
  // The account service notifies the box of its users a moment later, and the box then creates their folders.
  for (let tries = 0; tries < 200; tries++) {
    if (existsSync(join(usb1, CHILD, 'Download'))) return;
    await delay(25);
  }
  throw new Error('the box never heard of its users');
};
