/** The child processes of the launcher: the box, and the backup of its databases. The launcher starts no others. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { LAUNCHED_ENV } from './launcher-messages.ts';
import { releaseIn } from './release-files.ts';

const startOptionsOf = (folder: string, args: readonly string[]) => {
  const { flags, env } = releaseIn(folder)?.node ?? { flags: [], env: {} };
  return {
    args: [...flags, ...process.execArgv, join(folder, 'main.js'), ...args],
    // The launcher already applies the Node settings: a box that re-executes itself would lose the IPC connection.
    env: { ...process.env, ...env, BOXWOOD_SETTLED: '1' },
  };
};

/** Starts the box of a release with an IPC connection. The box stops when this process exits. */
export const spawnBox = (folder: string, boxArgs: readonly string[]): ChildProcess => {
  const { args, env } = startOptionsOf(folder, boxArgs);
  return spawn(process.execPath, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...env, [LAUNCHED_ENV]: '1' },
  });
};

/** Runs `backup` of a release in a process. Resolves to whether it made one. */
export const runBackup = (folder: string, dataDir: string, to: string): Promise<boolean> => {
  const { args, env } = startOptionsOf(folder, ['backup', '--data', dataDir, '--to', to]);
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
};
