/** Invariants after every fault. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BoxClient, OpTask } from '@boxwood/box-sdk';
import { expect } from 'vitest';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { CHILD, PASSWORD } from '../lib/box/box-process.ts';
import { plantCanary } from '../lib/adversarial/canary.ts';

const LOOP_BLOCKED_MESSAGE = 'the event loop was blocked';

export const sha = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Content hash of every file below a folder, by path; the box's internal files are left out. */
export const filesBelow = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('.boxwood') && statSync(join(folder, name)).isFile())
      .map((name) => [name, sha(readFileSync(join(folder, name)))]),
  );

/** The temporary files of the box, which must be empty when nothing is in progress. */
export const scratchOf = (usb1: string): readonly string[] => {
  const folder = join(usb1, '.boxwood');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
};

/** Canaries beside a box, and the secrets that its logs must not contain; it outlives restarts of the box. */
export const watchInvariants = (usb1: string) => {
  const outside = mkdtempSync(join(tmpdir(), 'boxwood-outside-'));
  const canary = plantCanary([outside, join(usb1, CHILD)]);
  const secrets = new Set([PASSWORD, canary.marker]);
  return {
    secret: (text: string) => void secrets.add(text),
    check: (box: Pick<BoxProcess, 'log'>) => {
      expect(canary.changes()).toEqual([]);
      const log = box.log();
      for (const secret of secrets) expect(log.includes(secret)).toBe(false);
      // Reports of the box's event loop monitor (apps/box/src/platform/event-loop-monitor.ts).
      expect(log.split('\n').filter((line) => line.includes(LOOP_BLOCKED_MESSAGE))).toEqual([]);
    },
    remove: () => {
      rmSync(outside, { recursive: true, force: true });
    },
  };
};

/** Waits until a task has ended, successfully or not. */
export const waitForTask = async (client: BoxClient, user: string, id: string): Promise<OpTask> => {
  for (;;) {
    const { list } = await client.tasks.list({ user, count: 100, start: 0, type: 'ALL' });
    const task = list.find((entry) => entry.tb_id === id);
    if (task === undefined) throw new Error(`the task ${id} is gone`);
    if (task.tb_state === 1 || task.tb_state === -1) return task;
    await delay(50);
  }
};
