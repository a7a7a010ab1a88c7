/**
 * Starts other programs; nothing else in the box does. Each program has a deadline or a caller that can stop it, uses
 * no shell, and ends with the box.
 */
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program } from './registry.ts';
import { confining, type Limits, SYSTEM_PATH } from './rights.ts';

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
export const NOT_THERE = 127;

export interface StartOptions {
  /** Its entry in the registry (`PROGRAMS`). */
  readonly as: Program;
  /** Stricter limits for this start only. */
  readonly limits?: Limits;
  readonly cwd?: string;
  /** Descriptors passed to the program from 3 on, available as `/proc/self/fd/3` … */
  readonly fds?: readonly number[];
  /** Whether the caller writes to its stdin. */
  readonly input?: boolean;
}

/** A running program. */
export interface Running {
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
): Running => {
  const found = program.includes('/') ? program : (findProgram(program) ?? program);
  const [first = found, ...rest] = [...confining(rights, { ...usual, ...limits }), found, ...args];
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
      if (failure.code === 'ENOENT') resolve(NOT_THERE);
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
export const keepGroup = ({ pid }: ChildProcess): (() => void) => {
  if (pid === undefined) return () => undefined;
  // Waits for the end of a pipe that only the box holds open.
  const keeper = spawn('sh', ['-c', 'read -r gone; kill -KILL -- "-$1"', 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: SYSTEM_PATH },
  });
  keeper.on('error', () => undefined);
  keeper.stdin.on('error', () => undefined);
  keeper.unref();
  return () => keeper.kill('SIGKILL');
};

export interface RunOptions extends StartOptions {
  readonly deadlineMs: number;
  /** Kills the program when aborted. */
  readonly signal?: AbortSignal;
  /** The program is killed when it writes more bytes than this; default 64 KiB. */
  readonly most?: number;
}

/** Result of a program: its exit code (null if it was killed) and its output. */
export interface Ended {
  readonly code: number | null;
  readonly output: Buffer;
  readonly errors: string;
}

const MOST_WORDS = 64 * 1024;

/** Runs a program to its end. @throws the system's error if it cannot start a process */
export const runProgram = async (
  program: string,
  args: readonly string[],
  { deadlineMs, most = MOST_WORDS, signal, ...options }: RunOptions,
): Promise<Ended> => {
  const { child, ended, kill } = startProgram(program, args, options);
  const late = setTimeout(kill, deadlineMs);
  signal?.addEventListener('abort', kill, { once: true });
  if (signal?.aborted === true) kill();
  const collect = (stream: NodeJS.ReadableStream | null, bytes: number): Buffer[] => {
    const pieces: Buffer[] = [];
    let held = 0;
    stream?.on('data', (piece: Buffer) => {
      held += piece.length;
      if (held > bytes) kill();
      else pieces.push(piece);
    });
    return pieces;
  };
  const [output, errors] = [collect(child.stdout, most), collect(child.stderr, MOST_WORDS)];
  try {
    const code = await ended;
    return { code, output: Buffer.concat(output), errors: Buffer.concat(errors).toString() };
  } finally {
    clearTimeout(late);
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
  const [first = found, ...rest] = [...confining(rights, limits), found, ...args];
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
  readonly complains?: boolean;
}

/** Runs a module of the box in its own process, connected by IPC messages. */
export const forkModule = (
  entry: URL,
  { args = [], env = {}, execArgv = process.execArgv, complains = false, as }: ForkOptions,
): ChildProcess => {
  const [wrapper, ...options] = confining(as.rights, as.limits);
  return fork(fileURLToPath(entry), [...args], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', complains ? 'inherit' : 'ignore', 'ipc'],
    env: { PATH: process.env['PATH'], ...env },
    ...(wrapper === undefined
      ? { execArgv: [...execArgv] }
      : {
          execPath: findProgram(wrapper, SYSTEM_PATH) ?? wrapper,
          execArgv: [...options, process.execPath, ...execArgv],
        }),
  });
};
