import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../apps/cli/dist/main.js', import.meta.url));

export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The built `boxwood`, with a configuration folder of its own. */
export const createCli = () => {
  const config = mkdtempSync(join(tmpdir(), 'boxwood-cli-'));
  return {
    /** Its configuration folder, and how it is started. */
    config,
    program,
    run: (
      args: readonly string[],
      env: Readonly<Record<string, string>> = {},
      { input, cwd }: { readonly input?: string; readonly cwd?: string } = {},
    ): Promise<CliResult> =>
      new Promise((resolve) => {
        const child = spawn('node', [program, ...args], {
          env: { ...process.env, LC_ALL: 'C.UTF-8', BOXWOOD_CLI_DIR: config, ...env },
          cwd,
          stdio: ['pipe', 'pipe', 'pipe'],
        });
        child.stdin.end(input ?? '');
        const text = { out: '', err: '' };
        child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
        child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
        child.once('close', (code) => {
          resolve({ code: code ?? -1, ...text });
        });
      }),
    remove: () => {
      rmSync(config, { recursive: true, force: true });
    },
  };
};
export type Cli = ReturnType<typeof createCli>;
