/** An idle box sleeps: its periodic work is coalesced, or event-driven. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

const WINDOW_S = 5;

/** How often each thread of a process went to sleep voluntarily, and was therefore woken, by thread name. */
const sleeps = (pid: number): ReadonlyMap<string, number> =>
  new Map(
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
      const name = /^Name:\s+(.*)$/m.exec(status)?.[1] ?? '';
      return [`${name} ${thread}`, Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1])];
    }),
  );
/**
 * The threads woken within a few seconds; empty when there were at most two wake-ups a second in total, and one of the
 * timer thread.
 */
const wokenTooOften = async (pid: number): Promise<Readonly<Record<string, number>>> => {
  const before = sleeps(pid);
  await delay(WINDOW_S * 1000);
  const woken = [...sleeps(pid)].map(([thread, count]) => [thread, count - (before.get(thread) ?? 0)] as const);
  const sum = woken.reduce((all, [, count]) => all + count, 0);
  const timers = woken.find(([thread]) => thread.endsWith(` ${pid}`))?.[1] ?? Infinity;
  return sum <= 2 * WINDOW_S && timers <= WINDOW_S ? {} : Object.fromEntries(woken.filter(([, count]) => count > 0));
};

it.runIf(process.platform === 'linux')(
  'an idle box with an open window sleeps: all its threads together wake once or twice a second',
  { timeout: 180_000 },
  async () => {
    const box = await startBoxProcess();
    const left = new AbortController();
    try {
      const owner = await signIn(box.origin, OWNER);
      const home = `/mnt/usb1/${OWNER}`;
      await owner.files.list({ path: home, count: 100, hasbaseinfo: 0 });
      const { cursor } = await owner.changes.wait({ cursor: '', wait: 0, folders: [home] });
      const open = (async () => {
        for (let at = cursor; !left.signal.aborted;)
          at = (await owner.changes.wait({ cursor: at, wait: 50, folders: [home] })).cursor;
      })().catch(() => undefined); // its box stops
      const pid = box.child.pid ?? 0;
      // Deferred work of a start ends at some point, and then nothing runs: on a busy machine, too, one of many windows
      // shows that.
      await expect.poll(() => wokenTooOften(pid), { timeout: 150_000, interval: 0 }).toEqual({});
      left.abort();
      await box.stop();
      await open;
    } finally {
      await box.remove();
    }
  },
);
