import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DaemonSupervisor, type DaemonOptions } from './daemon-supervisor.ts';
import { settled, ManualClock } from './manual-clock.ts';

let root: string;
let clock: ManualClock;
let lines: string[];
let daemon: DaemonSupervisor | undefined;
const file = (name: string): string => join(root, name);
const pidIn = (name: string): number => Number(readFileSync(file(name), 'utf8'));

/** A daemon that writes its pid and its child's pid, prints a line, and runs the given script. */
const make = (
  script: string,
  probe: DaemonOptions['isReady'] = () => Promise.resolve(existsSync(file('child'))),
): DaemonSupervisor => {
  const say = (record: object, text?: string): void => void lines.push(`${JSON.stringify(record)} ${text ?? ''}`);
  daemon = new DaemonSupervisor({
    name: 'sample',
    executable: 'sh',
    args: ['-c', script],
    cwd: root,
    clock,
    isReady: probe,
    privileges: { what: 'a test', rights: 'own', limits: {} },
    log: { info: say, warn: say },
  });
  return daemon;
};
const KEEP_RUNNING_SCRIPT = 'echo $$ > self; sleep 600 & echo $! > child; echo "at work" >&2; wait';
/** Advances the clock until the daemon is in a state; its processes are real. */
const waitForState = (state: string): Promise<void> =>
  expect
    .poll(
      async () => {
        await clock.advance(200);
        return daemon?.health.state;
      },
      { timeout: 20_000 },
    )
    .toBe(state);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'daemon-'));
  clock = new ManualClock(1_000_000);
  lines = [];
});
afterEach(async () => {
  await daemon?.stop();
  rmSync(root, { recursive: true });
});

describe('a daemon', { timeout: 60_000 }, () => {
  it('is ready when its probe says so, has its words in the log, and stops with all that it started', async () => {
    const { health } = make(KEEP_RUNNING_SCRIPT);
    expect(health.state).toBe('stopped');
    daemon?.start();
    expect(daemon?.health.state).toBe('starting');
    await waitForState('ready');
    await expect.poll(() => lines.join('\n')).toContain('{"daemon":"sample"} at work');
    const all = [pidIn('self'), pidIn('child')];
    expect(all.map(isAlive)).toEqual([true, true]);
    await daemon?.stop();
    await expect.poll(() => all.map(isAlive)).toEqual([false, false]);
    expect(daemon?.health).toEqual({ state: 'stopped', restarts: 0, lastError: '' });
  });

  it('that ends is started again, later each time, and says why; its children end with it', async () => {
    make(KEEP_RUNNING_SCRIPT.replace('wait', 'exit 3'), () => Promise.resolve(false)).start();
    const waits: number[] = [];
    for (let end = 1; end <= 4; end += 1) {
      await expect.poll(() => daemon?.health.state, { timeout: 20_000 }).toBe('waiting');
      const child = pidIn('child');
      await expect.poll(() => isAlive(child)).toBe(false);
      const since = clock.now();
      while (daemon?.health.state === 'waiting') await clock.advance(100);
      waits.push(clock.now() - since);
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000]);
    expect(daemon?.health).toMatchObject({ restarts: 4, lastError: 'at work' });
  });

  it('that is killed from outside is started again, and begins with the shortest wait when it was steady', async () => {
    make(KEEP_RUNNING_SCRIPT).start();
    await waitForState('ready');
    const first = pidIn('self');
    await clock.advance(120_000);
    process.kill(first, 'SIGKILL');
    await waitForState('waiting');
    await waitForState('ready');
    await expect.poll(() => pidIn('self')).not.toBe(first);
    expect(daemon?.health.restarts).toBe(1);
  });

  it('that never does its work is ended and started anew', async () => {
    make(KEEP_RUNNING_SCRIPT, () => Promise.resolve(false)).start();
    await expect.poll(() => existsSync(file('child'))).toBe(true);
    const child = pidIn('child');
    await clock.advance(31_000);
    await settled();
    await expect.poll(() => daemon?.health.state).toBe('waiting');
    await expect.poll(() => isAlive(child)).toBe(false);
  });

  it('that ignores the wish to end is killed', async () => {
    make(`trap '' TERM; ${KEEP_RUNNING_SCRIPT}; wait; wait`).start();
    await waitForState('ready');
    const self = pidIn('self');
    await daemon?.stop();
    expect(isAlive(self)).toBe(false);
  });
});

/** Whether a process exists and is no zombie. */
const isAlive = (pid: number): boolean => {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};
