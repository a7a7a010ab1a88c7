/** Other programs: nothing else in the box starts one. Each has a deadline or somebody who can stop it, no shell, and ends with the box. */
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program } from './registry.ts';
import { confining, type Limits, SYSTEM_PATH } from './rights.ts';

/** Where a program is on the PATH; undefined when it is not there. */
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

/** What shells, and the programs that take rights away, say of a program that is not there. */
export const NOT_THERE = 127;

export interface StartOptions {
  /** What the registry says of it (`PROGRAMS`). */
  readonly as: Program;
  /** Tighter limits of this one start. */
  readonly limits?: Limits;
  readonly cwd?: string;
  /** Descriptors the program gets from 3 on; it names them `/proc/self/fd/3` … */
  readonly fds?: readonly number[];
  /** Whether somebody writes to it. */
  readonly input?: boolean;
}

/** A program that runs: its streams and its end. */
export interface Running {
  readonly child: ChildProcess;
  /**
   * Its exit code when all its output is read, {@link NOT_THERE} when there is no such program, null when it was killed. Rejected when the system
   * starts nothing more.
   */
  readonly ended: Promise<number | null>;
  /** Ends it and what it started. */
  readonly kill: () => void;
}

/**
 * Starts a program without a shell, in a group of its own. A bare name is looked for where the box was told to look, its PATH; what the program
 * itself starts is the system's. What a person may call a file is no argument: a program gets it open.
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
  // It may end without having read everything, and be killed while it says something; its end tells what matters.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (failure: NodeJS.ErrnoException) => {
      if (failure.code === 'ENOENT') resolve(NOT_THERE);
      else reject(failure);
    });
    child.once('close', resolve);
  });
  // What it started and left behind would keep its streams open, and live on.
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
    // It has just ended by itself.
  }
};

/**
 * Has everything in a program's group end with the box, also what the program itself started: the kernel ends only the first of a killed box's
 * children. The result lets go of it.
 */
export const keepGroup = ({ pid }: ChildProcess): (() => void) => {
  if (pid === undefined) return () => undefined;
  // It waits for the end of a pipe that the box alone holds.
  const keeper = spawn('sh', ['-c', 'read -r gone; kill -KILL -- "-$1"', 'sh', String(pid)], {
    ...{ stdio: ['pipe', 'ignore', 'ignore'], detached: true, env: { PATH: SYSTEM_PATH } },
  });
  keeper.on('error', () => undefined);
  keeper.stdin.on('error', () => undefined);
  keeper.unref();
  return () => keeper.kill('SIGKILL');
};

export interface RunOptions extends StartOptions {
  readonly deadlineMs: number;
  /** Kills it when whoever asked for it has gone. */
  readonly signal?: AbortSignal;
  /** It is killed when it says more than this, in bytes; 64 KiB when absent. */
  readonly most?: number;
}

/** How a program ended: its exit code, null when it was killed, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly output: Buffer;
  readonly errors: string;
}

const MOST_WORDS = 64 * 1024;

/** Runs a program to its end. @throws the system's error when it starts nothing more */
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

/** Runs a short program while this thread waits; for worker threads and the start of a process. Null when it did not end of itself. */
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
  /** What the registry says of it (`PROGRAMS`). */
  readonly as: Program;
  readonly args?: readonly string[];
  /** What of the environment it gets beside the PATH. */
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node; those of this process when absent. */
  readonly execArgv?: readonly string[];
  /** Whether its complaints come out where the box's do. */
  readonly complains?: boolean;
}

/** A module of the box in a process of its own, spoken to with messages. */
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
