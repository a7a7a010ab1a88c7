/**
 * The machine as the verbs see it: paths of programs, files of the kernel, and the only function that runs a program.
 */
import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of the administrator's programs. PATH of the environment is ignored. */
export const SYSTEM_PATH = '/usr/sbin:/usr/bin:/sbin:/bin';

export interface ProgramResult {
  /** Null when it was killed or did not start. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** The box on this machine: its data folder, and the uid that it runs as. */
export interface BoxLocation {
  readonly dataDir: string;
  readonly uid: number;
}

export interface Machine {
  /** Null when not configured; nothing is mounted then. */
  readonly box: BoxLocation | null;
  /**
   * Folder that only root may enter, for data that the box must not read; null when not configured. It may not exist
   * yet.
   */
  readonly privateDir: string | null;
  /** Folder in which the kernel exposes its devices; another one in tests. */
  readonly sys: string;
  /** The path of a program; undefined when this machine does not have it. */
  find(program: string): string | undefined;
  /** The content of a kernel or system file without its last newline; empty when it cannot be read. */
  read(file: string): string;
  /** Names in a folder of the kernel; empty when it cannot be read. */
  names(folder: string): readonly string[];
  /** Writes a value to a kernel file. Returns whether the kernel accepted it. */
  write(file: string, value: string): boolean;
  run(program: string, args: readonly string[], deadlineMs: number, more?: RunOptions): Promise<ProgramResult>;
}

export interface RunOptions {
  /** Limit of captured output, in characters. */
  readonly maxOutputChars?: number;
  /** File descriptors that the program inherits, from number 3 on. */
  readonly inherited?: readonly number[];
}

/** Default limit of captured output, in characters; the rest is dropped. */
const MAX_OUTPUT_CHARS = 4096;
/** How long to wait for output after the program exited, in ms. */
const OUTPUT_GRACE_MS = 1000;

/** @param path program folders, in the format of PATH */
export const openMachine = (
  path: string,
  box: BoxLocation | null = null,
  keep: string | null = null,
  sys = '/sys',
): Machine => {
  const find = (program: string): string | undefined =>
    path
      .split(':')
      .filter((folder) => folder.startsWith('/'))
      .map((folder) => join(folder, program))
      .find((candidate) => {
        try {
          accessSync(candidate, constants.X_OK);
          return true;
        } catch {
          return false;
        }
      });
  // Ties the program to this process: it would otherwise outlive a killed helper and its deadline.
  const setpriv = find('setpriv');
  const deathSignalArgs = setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL'];
  return {
    box,
    privateDir: keep,
    sys,
    find,
    read: (file) => {
      try {
        return readFileSync(file, 'utf8').trimEnd();
      } catch {
        return '';
      }
    },
    names: (folder) => {
      try {
        return readdirSync(folder);
      } catch {
        return [];
      }
    },
    write: (file, value) => {
      try {
        // Never creates a file.
        const opened = openSync(file, constants.O_WRONLY | constants.O_TRUNC);
        try {
          writeSync(opened, value);
        } finally {
          closeSync(opened);
        }
        return true;
      } catch {
        return false;
      }
    },
    run: (program, args, deadlineMs, { maxOutputChars = MAX_OUTPUT_CHARS, inherited = [] } = {}) =>
      new Promise((resolve) => {
        const [first = program, ...rest] = [...deathSignalArgs, program, ...args];
        const child = spawn(first, rest, {
          stdio: ['ignore', 'pipe', 'pipe', ...inherited],
          detached: true,
          cwd: '/',
          env: { PATH: path, LC_ALL: 'C.UTF-8' },
        });
        const timer = setTimeout(() => {
          try {
            if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
          } catch {
            // It has exited, but a process that it started still holds its output open.
          }
          // A program that waits for a dead disk survives even SIGKILL; the caller does not wait for it.
          resolve({ code: null, ...captured });
        }, deadlineMs);
        const captured = { output: '', errors: '' };
        const capture = (stream: NodeJS.ReadableStream | null, name: keyof typeof captured): void => {
          stream?.on('data', (chunk: Buffer) => {
            if (captured[name].length < maxOutputChars)
              captured[name] = (captured[name] + chunk.toString()).slice(0, maxOutputChars);
          });
        };
        capture(child.stdout, 'output');
        capture(child.stderr, 'errors');
        child.once('error', (fault) => {
          clearTimeout(timer);
          resolve({ code: null, output: '', errors: fault.message });
        });
        // Background processes may hold the output open; the caller does not wait for them.
        child.once('exit', (code) => {
          setTimeout(() => {
            clearTimeout(timer);
            resolve({ code, ...captured });
          }, OUTPUT_GRACE_MS);
        });
        child.once('close', (code) => {
          clearTimeout(timer);
          resolve({ code, ...captured });
        });
      }),
  };
};
