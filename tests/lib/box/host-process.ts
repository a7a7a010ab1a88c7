import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';

const BUILT = process.env['BOXWOOD_BOX'];
const PROGRAM =
  BUILT === undefined
    ? [
        '--conditions=@boxwood/source',
        fileURLToPath(new URL('../../../apps/host/src/boxwood-host.ts', import.meta.url)),
      ]
    : [join(dirname(BUILT), 'host.js')];

/**
 * A real `boxwood-host` with stubs: the programs that would change this machine are scripts that record their calls.
 */
export interface HostProcess {
  readonly folder: string;
  readonly socket: string;
  readonly child: ChildProcess;
  /** The calls of the stub programs, one per line. */
  programCalls(): readonly string[];
  /** The entries of the audit log. */
  auditLog(): readonly Readonly<Record<string, unknown>>[];
  /** The entries of its log. */
  log(): readonly Readonly<Record<string, unknown>>[];
  /** Sets what `timedatectl show` prints from now on. */
  clock(zone: string, ntp: 'yes' | 'no'): void;
  /** Replaces a stub program by a script. */
  program(name: string, script: string): void;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

const records = (text: string): readonly Readonly<Record<string, unknown>>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const parsed: unknown = JSON.parse(line);
      return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
    });

export interface HostProcessOptions {
  /** The user who may connect; root when absent. */
  readonly user?: string;
  /** Reuses the folder of a process that was stopped. */
  readonly folder?: string;
  readonly acts?: string;
  /** The data folder of its box. */
  readonly data?: string;
  /** A folder that imitates the kernel's device files. */
  readonly sys?: string;
}

export const startHostProcess = async (options: HostProcessOptions = {}): Promise<HostProcess> => {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'boxwood-helper-'));
  const bin = join(folder, 'bin');
  const [socket, acts, done, clock] = ['socket', 'acts.log', 'done', 'clock'].map((name) => join(folder, name));
  if (socket === undefined || acts === undefined || done === undefined || clock === undefined) throw new Error('names');
  mkdirSync(bin, { recursive: true });
  const program = (name: string, script: string): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  const note = (name: string): string => `echo "${name} $*" >> '${done}'`;
  if (options.folder === undefined) {
    // The test is about which users the socket accepts, not about the folder's mode.
    chmodSync(folder, 0o755);
    program('systemctl', `[ "$1" = show ] || ${note('systemctl')}`);
    program('date', note('date'));
    program(
      'timedatectl',
      `if [ "$1" = show ]; then IFS= read -r z < '${clock}'; echo "$z"; IFS= read -r n < '${clock}.ntp'; echo "$n"; else ${note('timedatectl')}; fi`,
    );
    if (existsSync('/usr/bin/setpriv')) symlinkSync('/usr/bin/setpriv', join(bin, 'setpriv'));
    writeFileSync(clock, 'Timezone=Etc/UTC\n');
    writeFileSync(`${clock}.ntp`, 'NTP=no\n');
  }
  const child = spawn(
    'node',
    [
      ...PROGRAM,
      '--socket',
      socket,
      '--user',
      options.user ?? '0',
      '--acts',
      options.acts ?? acts,
      '--path',
      bin,
      ...(options.data === undefined ? [] : ['--data', options.data]),
      ...(options.sys === undefined ? [] : ['--sys', options.sys]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let logged = '';
  child.stderr.on('data', (piece: Buffer) => {
    logged += piece.toString();
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  };
  while (!(await connects(socket))) {
    if (child.exitCode !== null) throw new Error(logged);
    await delay(20);
  }
  return {
    folder,
    socket,
    child,
    program,
    stop,
    programCalls: () => (existsSync(done) ? readFileSync(done, 'utf8').trimEnd().split('\n') : []),
    auditLog: () => (existsSync(acts) ? records(readFileSync(acts, 'utf8')) : []),
    log: () => records(logged),
    clock: (zone, ntp) => {
      writeFileSync(clock, `Timezone=${zone}\n`);
      writeFileSync(`${clock}.ntp`, `NTP=${ntp}\n`);
    },
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const connects = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const line = createConnection(socket);
    line.once('connect', () => {
      line.destroy();
      resolve(true);
    });
    line.once('error', () => resolve(false));
  });

/** Sends bytes to the socket, and returns the answer as text. */
export const sendToSocket = (socket: string, bytes: string | Uint8Array): Promise<string> =>
  new Promise((resolve) => {
    const line = createConnection(socket);
    let said = '';
    line.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
    line.on('error', () => undefined);
    line.once('close', () => resolve(said));
    line.once('connect', () => line.write(bytes));
  });
