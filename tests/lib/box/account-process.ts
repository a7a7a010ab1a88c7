import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** An account service as its own process, on a temporary folder, with a relay. */
export interface AccountProcess {
  readonly url: string;
  /** The data folder of the service. */
  readonly data: string;
  readonly pid: number;
  /** The log output so far. */
  log(): string;
  /** Ends the process as a crash would. Its data stays until {@link remove}. */
  stop(): Promise<void>;
  /** Stops the process and removes its data. */
  remove(): Promise<void>;
}

/**
 * Starts an account service with its own options. `origins` may call it from a page in addition to its own origin. The
 * relay is at `{url}/relay`, whatever its tickets say.
 */
export const startAccountProcess = async (
  args: readonly string[] = [],
  origins: readonly string[] = [],
): Promise<AccountProcess> => {
  const data = mkdtempSync(join(tmpdir(), 'boxwood-account-'));
  const child = spawn(
    'node',
    ['--conditions=@boxwood/source', join(root, 'apps/account/src/account-process.ts'), ...args],
    {
      env: {
        ...process.env,
        ACCOUNT_DATA: data,
        ACCOUNT_PORT: '0',
        ACCOUNT_HOST: '127.0.0.1',
        ACCOUNT_URL: 'http://relay.invalid',
        ACCOUNT_ORIGINS: origins.join(','),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  let logged = '';
  child.stdout.on('data', (chunk: Buffer) => (logged += chunk.toString()));
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.once('exit', () => {
      reject(new Error(`the account service ended:\n${said}`));
    });
    child.stdout.on('data', (chunk: Buffer) => {
      if (said.length < 65_536) said += chunk.toString();
      const [, found] = /"port":(\d+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    data,
    pid: child.pid ?? 0,
    log: () => logged,
    stop: () => end('SIGKILL'),
    remove: async () => {
      await end('SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
};
