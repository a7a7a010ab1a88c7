import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Logs, waits, logs again and ends at once. */
const PROGRAM = `
  const { createLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)});
  const log = createLog('info');
  for (let n = 0; n < 3; n += 1) log.info({ n }, 'begun');
  await new Promise((resolve) => setTimeout(resolve, 50));
  log.info('ended');
  process.exit(0);
`;
const run = (stderr: number | 'pipe') =>
  spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--conditions=@boxwood/source', '--input-type=module', '-e', PROGRAM],
    {
      stdio: ['ignore', 'ignore', stderr],
      encoding: 'utf8',
      timeout: 30_000,
    },
  );

it('lines are written in their order, and the last one before the end as well', () => {
  const { status, stderr } = run('pipe');
  expect(status).toBe(0);
  const lines = stderr.trim().split('\n');
  expect(lines.slice(0, 3).map((line) => /"n":(\d)/.exec(line)?.[1])).toEqual(['0', '1', '2']);
  expect(lines.at(-1)).toContain('"ended"');
});

it('where nothing can be written lines are lost, and the program neither fails nor waits for them at its end', () => {
  const full = openSync('/dev/full', 'w');
  const { status, signal } = run(full);
  closeSync(full);
  expect([status, signal]).toEqual([0, null]);
});
