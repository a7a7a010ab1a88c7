/** Unhandled errors: the box keeps running, logs them, and notifies its administrators. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import { MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

it('an error that nobody catches, and a promise that nobody awaits, are logged, counted, shown to administrators and survived', async () => {
  const box = await startBoxProcess({
    env: {
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${new URL('throwing.mjs', import.meta.url).href}`,
    },
  });
  try {
    const [owner, member] = [await signIn(box.origin, OWNER), await signIn(box.origin, MEMBER)];
    expect(await owner.monitor.status({})).not.toHaveProperty('faults');
    box.child.kill('SIGUSR2');
    await expect.poll(() => box.log()).toMatch(/thrown on purpose[^]*an unhandled error/);
    await expect.poll(() => box.log()).toMatch(/rejected on purpose[^]*an unhandled error/);
    expect(await owner.monitor.status({})).toMatchObject({ faults: { count: 2 } });
    expect(await member.monitor.status({})).not.toHaveProperty('faults');
    expect(box.child.exitCode).toBeNull();
  } finally {
    await box.remove();
  }
});

it('a log that cannot be written costs the log and not the box', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-mute-'));
  const full = openSync('/dev/full', 'w');
  const program = beside('../../apps/box/src/bin/main.ts');
  const child = spawn(
    'node',
    [
      '--disable-warning=ExperimentalWarning',
      '--conditions=@boxwood/source',
      program,
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--share-port',
      'none',
      '--data',
      join(folder, 'data'),
    ],
    {
      stdio: ['ignore', 'pipe', full],
      env: { ...process.env, BOXWOOD_CONFIG_DIR: join(folder, 'config'), BOXWOOD_LOG: 'trace' },
    },
  );
  try {
    if (child.stdout === null) throw new Error('no output');
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const origin = /http:\/\/[^/]+/.exec(line.toString())?.[0] ?? '';
    const client = createBoxClient({ baseUrl: origin, transport: fetchTransport() });
    // Each of them writes a log line.
    for (let n = 0; n < 20; n += 1) await client.session.setup({});
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  } finally {
    closeSync(full);
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
