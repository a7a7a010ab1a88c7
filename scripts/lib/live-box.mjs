// A real box on a temporary folder and a free port, from the sources.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, toolEnv } from '../tools.mjs';

const LONGEST_START_MS = 60_000;

/** The address and the setup code that a new box prints; rejects with its output if it ends instead. */
const announced = (child) =>
  new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => reject(new Error(`the box did not start:\n${said}`)), LONGEST_START_MS);
    const listen = (chunk) => {
      said += chunk;
      const match = /http:\/\/[^/\s]+:(\d+)\/\?setup=([A-Za-z0-9]+)/.exec(said);
      if (match === null) return;
      clearTimeout(late);
      resolve({ origin: `http://127.0.0.1:${match[1]}`, code: match[2] });
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', listen);
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`the box ended with ${code}:\n${said}`));
    });
  });

/** Runs `use` with a box that waits for its owner; afterwards the box and its data are removed. */
export const withBox = async (use) => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-live-'));
  const dataDir = join(folder, 'data');
  const child = spawn(
    'node',
    [
      '--disable-warning=ExperimentalWarning',
      '--conditions=@boxwood/source',
      'apps/box/src/bin/main.ts',
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--data',
      dataDir,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...toolEnv(), BOXWOOD_CONFIG_DIR: join(folder, 'config') },
    },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    return await use({ ...(await announced(child)), dataDir });
  } finally {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
};
