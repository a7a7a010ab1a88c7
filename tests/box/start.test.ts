/** `npm start` as a user types it: through the task runner, with what it builds and with its exit code. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'boxwood-start-'));
/** The first start of a fresh clone builds the desktop. */
const FIRST_START_MS = 300_000;

interface Started {
  readonly child: ChildProcess;
  /** The output so far, stdout and stderr. */
  readonly said: () => string;
}

const npmStart = (args: readonly string[]): Started => {
  let said = '';
  const child = spawn('node', ['scripts/boxwood.mjs', 'start', '--host', '127.0.0.1', '--port', '0', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, INIT_CWD: folder, BOXWOOD_CONFIG_DIR: join(folder, 'config') },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  return { child, said: () => said };
};

/** The address it prints when it is ready. */
const ready = ({ child, said }: Started): Promise<string> =>
  new Promise((resolve, reject) => {
    const look = () => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said())?.[0];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', look);
    child.once('exit', (code) => {
      reject(new Error(`ended with ${String(code)}:\n${said()}`));
    });
  });

const stop = async ({ child }: Started): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

/** The processor time of a process and its children in seconds: the machine may be busy with other tests. */
const processorSeconds = (pid: number): number => {
  const ticksPerSecond = 100;
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ');
        const fields = rest.split(' ').map(Number);
        const [, parent = 0] = fields;
        // utime, stime, and the same of children that have ended.
        return [{ pid: Number(name), parent, ticks: fields.slice(11, 15).reduce((sum, one) => sum + one, 0) }];
      } catch {
        return []; // it ended meanwhile
      }
    });
  const within = (one: number): number =>
    stats.reduce(
      (sum, { pid: each, parent, ticks }) => sum + (each === one ? ticks : parent === one ? within(each) : 0),
      0,
    );
  return within(pid) / ticksPerSecond;
};

describe('npm start', () => {
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    'builds what changed; the second time nothing, and is ready within five seconds of work',
    async () => {
      const first = npmStart(['--data', 'data']);
      await ready(first);
      await stop(first);

      // Another program has the port of share links: reported as a message, not as a log line.
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const taken = other.address();
      const sharePort = typeof taken === 'object' && taken !== null ? String(taken.port) : '';
      const second = npmStart(['--data', 'data', '--share-port', sharePort]);
      const address = await ready(second);
      const seconds = processorSeconds(second.child.pid ?? 0);
      const answer = await fetch(`${address}/healthz`);
      const page = await fetch(address);
      await stop(second);
      other.close();
      expect(second.said()).toContain(`${sharePort} is used by another program`);
      expect(second.said()).not.toContain('{"level"');
      expect(second.said()).not.toMatch(/Building|Installing|Bringing/);
      expect([answer.status, page.status]).toEqual([200, 200]);
      expect(page.headers.get('content-type')).toContain('text/html');
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThan(5);
    },
    FIRST_START_MS,
  );

  it('ends with 1 and one plain line when it cannot start', async () => {
    writeFileSync(join(folder, 'file'), 'no folder');
    const failing = npmStart(['--data', 'file']);
    await once(failing.child, 'close');
    expect(failing.child.exitCode).toBe(1);
    expect(failing.said().trim()).toMatch(/(^|\n)The data folder \S+ is not a folder\.$/);
  });
});
