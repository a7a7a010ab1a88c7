/** The processes of the launcher: the box, and what backs its databases up. Nothing else of the launcher starts one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { LAUNCHED } from './words.ts';
import { releaseIn } from './places.ts';

const startOf = (folder: string, args: readonly string[]) => {
  const { flags, env } = releaseIn(folder)?.node ?? { flags: [], env: {} };
  return {
    args: [...flags, ...process.execArgv, join(folder, 'main.js'), ...args],
    // How Node is started is settled here: a box that started itself anew would lose the line to its launcher.
    env: { ...process.env, ...env, BOXWOOD_SETTLED: '1' },
  };
};

/** The box of a release, with a line to it that ends with this process, as the box then does. */
export const startBox = (folder: string, words: readonly string[]): ChildProcess => {
  const { args, env } = startOf(folder, words);
  return spawn(process.execPath, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...env, [LAUNCHED]: '1' },
  });
};

/** `backup` of a release, in a process; whether it made one. */
export const backUp = (folder: string, dataDir: string, to: string): Promise<boolean> => {
  const { args, env } = startOf(folder, ['backup', '--data', dataDir, '--to', to]);
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
};
