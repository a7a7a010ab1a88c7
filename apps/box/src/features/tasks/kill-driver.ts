import { spawn } from 'node:child_process';
import type { CrashOrder } from './crash-child.ts';

/** Output of one run of the crash child. */
export interface CrashRun {
  readonly killed: boolean;
  /** Acknowledged tasks, in order. */
  readonly added: readonly string[];
  readonly settled:
    readonly { readonly cmd: string; readonly state: number; readonly code: number; readonly message: string }[] | null;
  readonly faults: readonly string[];
  readonly errors: string;
}

/**
 * Runs the bundled crash child and kills it with SIGKILL `killAfterMs` after it was ready (null: waits for its end).
 */
export function runCrashChild(program: string, order: CrashOrder, killAfterMs: number | null): Promise<CrashRun> {
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    if (killAfterMs !== null && timer === undefined && output.includes('"ready"'))
      timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (_, signal) => {
      clearTimeout(timer);
      // The child writes whole lines of these types.
      const lines = output
        .split('\n')
        .slice(0, -1)
        .map(
          (line) =>
            JSON.parse(line) as { added?: string; settled?: NonNullable<CrashRun['settled']>; faults?: string[] },
        );
      const last = lines.at(-1);
      resolve({
        killed: signal === 'SIGKILL',
        errors,
        settled: last?.settled ?? null,
        faults: last?.faults ?? [],
        added: lines.flatMap((line) => line.added ?? []),
      });
    });
  });
}
