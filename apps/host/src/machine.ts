/** The machine as the verbs see it: where its programs are, what its files say, and the one place that runs a program. */
import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Where a system keeps the programs of its administrator. The environment is not asked. */
export const SYSTEM_PATH = '/usr/sbin:/usr/bin:/sbin:/bin';

export interface Ended {
  /** Null when it was killed, or never began. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** The box that this machine has: where its files are, and the number of the user it runs as. */
export interface BoxHere {
  readonly dataDir: string;
  readonly uid: number;
}

export interface Machine {
  /** Null where nobody said; nothing is mounted then. */
  readonly box: BoxHere | null;
  /** A folder that root alone may enter, for what is kept from the box; null where nobody said. It need not be there yet. */
  readonly keep: string | null;
  /** Where the kernel shows its devices; for tests another folder. */
  readonly sys: string;
  /** The path of a program, undefined when this machine does not have it. */
  find(program: string): string | undefined;
  /** A file of the kernel or of the system, without the end of its last line; nothing when it cannot be read. */
  read(file: string): string;
  /** What lies in a folder of the kernel; nothing when it cannot be read. */
  names(folder: string): readonly string[];
  /** Writes a value of the kernel; whether it took it. */
  write(file: string, value: string): boolean;
  run(program: string, args: readonly string[], deadlineMs: number, more?: RunOptions): Promise<Ended>;
}

export interface RunOptions {
  /** Characters of what it says that are kept. */
  readonly most?: number;
  /** What is open here and is open there as well, from number 3 on. */
  readonly inherited?: readonly number[];
}

/** What a program may say. More of it is not kept. */
const MOST_SAID = 4096;
/** So long after its end its output may still come. */
const BACKGROUND_MS = 1000;

/** @param path folders of programs, as in PATH */
export const openMachine = (
  path: string,
  box: BoxHere | null = null,
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
  // What it starts ends with it: nobody would end it at its deadline.
  const setpriv = find('setpriv');
  const tied = setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL'];
  return {
    box,
    keep,
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
        // What is not there is not made.
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
    run: (program, args, deadlineMs, { most = MOST_SAID, inherited = [] } = {}) =>
      new Promise((resolve) => {
        const [first = program, ...rest] = [...tied, program, ...args];
        const child = spawn(first, rest, {
          stdio: ['ignore', 'pipe', 'pipe', ...inherited],
          detached: true,
          cwd: '/',
          env: { PATH: path, LC_ALL: 'C.UTF-8' },
        });
        const late = setTimeout(() => {
          try {
            if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
          } catch {
            // It has ended, and something that it started holds its output open.
          }
          // One that waits for a dead disk does not even end then. Nobody waits for it.
          resolve({ code: null, ...said });
        }, deadlineMs);
        const said = { output: '', errors: '' };
        const keep = (stream: NodeJS.ReadableStream | null, name: keyof typeof said): void => {
          stream?.on('data', (piece: Buffer) => {
            if (said[name].length < most) said[name] = (said[name] + piece.toString()).slice(0, most);
          });
        };
        keep(child.stdout, 'output');
        keep(child.stderr, 'errors');
        child.once('error', (fault) => {
          clearTimeout(late);
          resolve({ code: null, output: '', errors: fault.message });
        });
        // What it left at work in the background holds its output open, and is not waited for.
        child.once('exit', (code) => {
          setTimeout(() => {
            clearTimeout(late);
            resolve({ code, ...said });
          }, BACKGROUND_MS);
        });
        child.once('close', (code) => {
          clearTimeout(late);
          resolve({ code, ...said });
        });
      }),
  };
};
