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

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The box as its sources stand: for whoever works on them, and for tests that name their lines. */
export const SOURCES = join(root, 'apps/box/src/main.ts');

/** The family of every test: an owner who administrates, and two ordinary users. One password for all. */
export const OWNER = 'annabel';
export const MEMBER = 'robert1';
export const CHILD = 'charlie';
export const PASSWORD = 'hedge-in-june';

/** The same three at the literal box. */
export const HOUSEHOLD = [OWNER, MEMBER, CHILD].map((name) => ({ name, password: PASSWORD, admin: name === OWNER }));

/** A box as its own process, on a temporary folder. */
export interface BoxProcess {
  readonly origin: string;
  readonly port: number;
  /** The real folder behind `/mnt/usb1`. */
  readonly usb1: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** The code of the one-time setup link, null on a box that has an owner. */
  readonly setupCode: string | null;
  /** What the box wrote to its log so far. */
  log(): string;
  /** Asks it to stop and waits. */
  stop(): Promise<void>;
  /** SIGKILL, without asking. */
  kill(): Promise<void>;
  /** Stops it and removes everything it had. */
  remove(): Promise<void>;
}

export interface BoxProcessOptions {
  /** Reuse the folder of a box that was stopped or killed. */
  readonly dataDir?: string;
  readonly configDir?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A program, with its arguments, that the box is run by; it must leave the process to us (`strace -D`). */
  readonly under?: readonly string[];
  /** What to run: the `main.js` of a built box, or {@link SOURCES}. `npm test` names the built one, which starts three times as fast. */
  readonly program?: string;
  /** Create the family (default), or leave the box waiting for its owner. */
  readonly family?: boolean;
}

const READY = /(https?:\/\/[^\s/]+)\/(?:\?setup=([A-Za-z0-9]+))?/;

/** A machine that is busy with other tests is slow; this only tells when to give up. */
const START_MS = 120_000;

const started = (child: ChildProcess, log: () => string): Promise<RegExpExecArray> =>
  new Promise((resolve, reject) => {
    let out = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`the box did not start:\n${out}\n${log()}`));
    }, START_MS);
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

/** Starts a box process and, unless told otherwise, sets it up with the family. */
export const startBoxProcess = async (options: BoxProcessOptions = {}): Promise<BoxProcess> => {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'boxwood-data-'));
  const configDir = options.configDir ?? `${dataDir}-config`;
  const [tracer, ...before] = options.under ?? [];
  const program = options.program ?? process.env['BOXWOOD_BOX'] ?? SOURCES;
  const child = spawn(
    tracer ?? 'node',
    [
      ...(tracer === undefined ? [] : [...before, 'node']),
      ...(program === SOURCES ? ['--disable-warning=ExperimentalWarning', '--conditions=@boxwood/source'] : []),
      program,
      ...['--port', '0', '--host', '127.0.0.1', '--share-port', 'none', '--data', dataDir],
      // A box of a test that is root would restart this machine when it is told to.
      ...['--helper', 'none'],
      // A build of one's own, while the shared one is being made anew.
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
  const match = await started(child, () => logged);
  const origin = (match[1] ?? '').replace('localhost', '127.0.0.1');
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
    // A code that its command does not declare reaches the caller, and fails the test.
    const [undeclared] = /[^"]*which it does not declare/.exec(logged) ?? [];
    if (undeclared !== undefined) throw new Error(undeclared);
  };
  if (options.family !== false && match[2] !== undefined) {
    await setUpOwner(origin, match[2]);
    await inviteFamily(origin, join(dataDir, 'usb1'));
  }
  return {
    origin,
    port: Number(new URL(origin).port),
    usb1: join(dataDir, 'usb1'),
    dataDir,
    setupCode: options.family === false ? (match[2] ?? null) : null,
    child,
    log: () => logged,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    remove: async () => {
      try {
        await end('SIGKILL');
      } finally {
        if (options.dataDir === undefined)
          for (const folder of [dataDir, configDir]) rmSync(folder, { recursive: true, force: true });
      }
    },
  };
};

const newAppKey = () => randomText((bytes) => crypto.getRandomValues(bytes));

/** Gives a new box its name and its owner. */
export const setUpOwner = (origin: string, code: string): Promise<object> =>
  createBoxClient({ baseUrl: origin, transport: fetchTransport() }).session.setUp({
    ...{ code, boxname: 'Test box', username: OWNER, password: PASSWORD },
  });

/** Lets the others join a box by invitation, as a family would. */
export const inviteFamily = async (origin: string, usb1: string): Promise<void> => {
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
  // The account service tells the box about its users a moment later, and the box makes their folders.
  for (let tries = 0; tries < 200; tries++) {
    if (existsSync(join(usb1, CHILD, 'Download'))) return;
    await delay(25);
  }
  throw new Error('the box never heard of its users');
};
