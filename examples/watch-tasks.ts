/** Shows what the box works on until nothing is left (or Ctrl-C): `node examples/watch-tasks.ts`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpTask } from '@boxwood/box-sdk';
import { run, say } from './connect.ts';

const STATES: ReadonlyMap<number, string> = new Map([
  [0, 'waiting'],
  [1, 'done'],
  [2, 'working'],
  [3, 'paused'],
]);

const describe = (task: OpTask): string => {
  const state = STATES.get(task.tb_state) ?? `failed (${task.tb_msg === '' ? task.tb_code : task.tb_msg})`;
  return `${task.tb_cmd} ${task.tb_name}: ${state}, ${task.tb_progress} %, ${task.tb_speed} B/s`;
};

const stop = new AbortController();
process.once('SIGINT', () => {
  stop.abort();
});

await run(async ({ box, user }) => {
  const shown = new Map<string, string>();
  while (!stop.signal.aborted) {
    const { list } = await box.tasks.list({ user, type: 'ALL', start: 0, count: 100 });
    for (const task of list) {
      const line = describe(task);
      if (shown.get(task.tb_id) !== line) say(line);
      shown.set(task.tb_id, line);
    }
    if (!list.some((task) => task.tb_state === 0 || task.tb_state === 2)) return;
    await sleep(2000, undefined, { signal: stop.signal }).catch(() => undefined);
  }
});
