import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { callerFor } from '../../storage/vault/index.ts';
import type { TaskRequest } from './task-model.ts';
import { openWorkBox } from './task-test-helpers.ts';

/**
 * A box reduced to background tasks, for tests that kill it. Its argument is `{"roots": [...], "state": "...",
 * "requests": [...]}`. It recovers, accepts the requests, writes a JSON line per acknowledgement, waits for all tasks
 * and writes `{"settled": [...]}`. With `undo`, it then undoes everything.
 */
export interface CrashOrder {
  /** Real folders of /mnt/usb1, /mnt/usb2 … */
  readonly roots: readonly string[];
  readonly state: string;
  readonly requests: readonly TaskRequest[];
  /** Make the requests only if no task is stored yet: a kill may fall between storing a task and acknowledging it. */
  readonly once?: boolean;
  readonly undo?: boolean;
}

const writeLine = (line: unknown): void => void writeSync(1, `${JSON.stringify(line)}\n`);

async function run({ roots, state, requests, once = false, undo = false }: CrashOrder): Promise<void> {
  const volumes = roots.map((root, n) => ({ mountDir: `/mnt/usb${n + 1}`, root, kind: 'data' as const }));
  const faults: string[] = [];
  const work = await openWorkBox({
    file: join(state, 'box.db'),
    volumes,
    boxSecret: 'victim',
    boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
    onFault: (fault, what) => faults.push(`${what}: ${String(fault)}`),
  });
  const { journal } = work;
  const ann = { ...callerFor('ann', ['safe', 'home']) };
  if (work.safe.status('ann', 'safe').set === 0) await work.safe.setUp({ user: 'ann', session: 'victim' }, 'tulip-42');
  else await work.safe.unlock({ user: 'ann', session: 'victim' }, 'safe', 'tulip-42');
  writeLine({ ready: true });
  const known = work.tasks.list({ user: 'ann' }, 0, 1).total;
  for (const request of once && known > 0 ? [] : requests)
    writeLine({ added: await work.tasks.add(ann, request), cmd: request.cmd });
  const ids = work.tasks.list({ user: 'ann' }, 0, 500).list.map((task) => task.id);
  const settled = await Promise.all(ids.map((id) => work.tasks.whenSettled('ann', id)));
  if (undo) {
    while (journal.lastDone('ann') !== null) {
      const { task } = await work.undo.undo(ann, null);
      if (task !== null) await work.tasks.whenSettled('ann', task);
    }
  }
  writeLine({
    settled: settled.map((task) => ({ cmd: task?.cmd, state: task?.state, code: task?.code, message: task?.message })),
    faults,
  });
  await work.close();
}

await run(JSON.parse(process.argv[2] ?? '{}') as CrashOrder);
process.exit(0);
