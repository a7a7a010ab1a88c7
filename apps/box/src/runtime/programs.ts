/**
 * Starts other programs; nothing else in the box does. Each program has a deadline or a caller that can stop it, uses
 * no shell, and ends with the box.
 */
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program } from './program-registry.ts';
import { confinementPrefix, type ProcessLimits, SYSTEM_PATH } from './process-rights.ts';

/** Path of a program on the PATH; undefined if it is not installed. */
export const findProgram = (name: string, path = process.env['PATH'] ?? ''): string | undefined =>
  path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((candidate) => {
      try {
        accessSync(candidate, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/** Exit code of shells and wrapper programs for a program that is not found. */
export const PROGRAM_NOT_FOUND = 127;

export interface StartOptions {
  /** Its entry in the registry (`PROGRAMS`). */
  readonly as: Program;
  /** Stricter limits for this start only. */
  readonly limits?: ProcessLimits;
  readonly cwd?: string;
  /** Descriptors passed to the program from 3 on, available as `/proc/self/fd/3` … */
  readonly fds?: readonly number[];
  /** Whether the caller writes to its stdin. */
  readonly input?: boolean;
}

/** A running program. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /**
   * Exit code once all output is read, {@link PROGRAM_NOT_FOUND} if the program does not exist, null if it was killed.
   * Rejects when the system cannot start a process.
   */
  readonly ended: Promise<number | null>;
  /** Kills it and its child processes. */
  readonly kill: () => void;
}

/**
 * Starts a program without a shell, in its own process group. A bare name is looked up on the box's PATH; programs it
 * starts itself use the system PATH. File names chosen by users are never arguments: the program gets an open
 * descriptor.
 */
export const startProgram = (
  program: string,
  args: readonly string[],
  { as: { rights, limits: usual }, limits, cwd, fds = [], input = false }: StartOptions,
): RunningProgram => {
  const found = program.includes('/') ? program : (findProgram(program) ?? program);
  const [first = found, ...rest] = [...confinementPrefix(rights, { ...usual, ...limits }), found, ...args];
  const child = spawn(first, rest, {
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe', ...fds],
    detached: true,
    env: { PATH: SYSTEM_PATH, LC_ALL: 'C.UTF-8', HOME: '/nonexistent' },
    ...(cwd === undefined ? {} : { cwd }),
  });
  // It may exit without reading all input, or be killed while writing; only its exit matters.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (failure: NodeJS.ErrnoException) => {
      if (failure.code === 'ENOENT') resolve(PROGRAM_NOT_FOUND);
      else reject(failure);
    });
    child.once('close', resolve);
  });
  // Child processes left behind would keep its streams open and keep running.
  child.once('exit', () => endGroup(child.pid));
  return { child, ended, kill: () => killGroup(child) };
};

const killGroup = ({ pid, exitCode, signalCode }: ChildProcess): void => {
  if (exitCode === null && signalCode === null) endGroup(pid);
};

const endGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
};

/**
 * Kills a program's whole process group when the box ends. The kernel kills only the direct children of a killed box.
 * The result releases the group.
 */
export const killGroupWithBox = ({ pid }: ChildProcess): (() => void) => {
  if (pid === undefined) return () => undefined;
  // Waits for the end of a pipe that only the box holds open.
  const watchdog = spawn('sh', ['-c', 'read -r gone; kill -KILL -- "-$1"', 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: SYSTEM_PATH },
  });
  watchdog.on('error', () => undefined);
  watchdog.stdin.on('error', () => undefined);
  watchdog.unref();
  return () => watchdog.kill('SIGKILL');
};

export interface RunOptions extends StartOptions {
  readonly deadlineMs: number;
  /** Kills the program when aborted. */
  readonly signal?: AbortSignal;
  /** The program is killed when it writes more bytes than this; default 64 KiB. */
  readonly maxOutputBytes?: number;
}

/** Result of a program: its exit code (null if it was killed) and its output. */
export interface ProgramResult {
  readonly code: number | null;
  readonly output: Buffer;
  readonly errors: string;
}

const MAX_OUTPUT_BYTES = 64 * 1024;

/** Runs a program to its end. @throws the system's error if it cannot start a process */
export const runProgram = async (
  program: string,
  args: readonly string[],
  { deadlineMs, maxOutputBytes = MAX_OUTPUT_BYTES, signal, ...options }: RunOptions,
): Promise<ProgramResult> => {
  const { child, ended, kill } = startProgram(program, args, options);
  const timer = setTimeout(kill, deadlineMs);
  signal?.addEventListener('abort', kill, { once: true });
  if (signal?.aborted === true) kill();
  const collect = (stream: NodeJS.ReadableStream | null, bytes: number): Buffer[] => {
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    stream?.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
      if (receivedBytes > bytes) kill();
      else chunks.push(chunk);
    });
    return chunks;
  };
  const [output, errors] = [collect(child.stdout, maxOutputBytes), collect(child.stderr, MAX_OUTPUT_BYTES)];
  try {
    const code = await ended;
    return { code, output: Buffer.concat(output), errors: Buffer.concat(errors).toString() };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
};

/** Runs a short program synchronously, for worker threads and process start. Null if it did not exit by itself. */
export const runProgramSync = (
  program: string,
  args: readonly string[],
  { as: { rights, limits }, deadlineMs }: Pick<RunOptions, 'as' | 'deadlineMs'>,
): number | null => {
  const found = findProgram(program) ?? program;
  const [first = found, ...rest] = [...confinementPrefix(rights, limits), found, ...args];
  return spawnSync(first, rest, { stdio: 'ignore', timeout: deadlineMs, killSignal: 'SIGKILL' }).status;
};

export interface ForkOptions {
  /** Its entry in the registry (`PROGRAMS`). */
  readonly as: Program;
  readonly args?: readonly string[];
  /** Environment variables besides PATH. */
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node; default are those of this process. */
  readonly execArgv?: readonly string[];
  /** Whether its stderr goes to the box's stderr. */
  readonly inheritStderr?: boolean;
}

/** Runs a module of the box in its own process, connected by IPC messages. */
export const forkModule = (
  entry: URL,
  { args = [], env = {}, execArgv = process.execArgv, inheritStderr = false, as }: ForkOptions,
): ChildProcess => {
  const [wrapper, ...options] = confinementPrefix(as.rights, as.limits);
  return fork(fileURLToPath(entry), [...args], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', inheritStderr ? 'inherit' : 'ignore', 'ipc'],
    env: { PATH: process.env['PATH'], ...env },
    ...(wrapper === undefined
      ? { execArgv: [...execArgv] }
      : {
          execPath: findProgram(wrapper, SYSTEM_PATH) ?? wrapper,
          execArgv: [...options, process.execPath, ...execArgv],
        }),
  });
};
