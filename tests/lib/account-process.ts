import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../apps/account/src/main.ts', import.meta.url));

/** An account service as its own process, on a temporary folder. */
export interface AccountProcess {
  readonly url: string;
  /** Ends it; what it kept stays until it is removed. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

export const startAccountProcess = async (): Promise<AccountProcess> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'boxwood-service-'));
  const child = spawn('node', ['--disable-warning=ExperimentalWarning', '--conditions=@boxwood/source', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ACCOUNT_DATA: dataDir, ACCOUNT_PORT: '0', ACCOUNT_HOST: '127.0.0.1' },
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /"port":(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return {
      url: `http://127.0.0.1:${port}`,
      stop,
      remove: async () => {
        await stop();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  }
  throw new Error('the account service did not start');
};
