/** Shows the tasks of the box until none is left (or Ctrl-C): `node examples/watch-tasks.ts`. */
import type { OpTask } from '@boxwood/box-sdk';
import { ListTasks } from '@boxwood/box-sdk';
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

await run(async (box) => {
  const shown = new Map<string, string>();
  const isBusy = async (): Promise<boolean> => {
    let busy = false;
    for await (const task of box.each(ListTasks, { user: box.user, type: 'ALL' })) {
      const line = describe(task);
      if (shown.get(task.tb_id) !== line) say(line);
      shown.set(task.tb_id, line);
      busy ||= task.tb_state === 0 || task.tb_state === 2;
    }
    return busy;
  };
  // The cursor marks the current moment: all later changes are reported.
  const { cursor } = await box.changes.wait({ cursor: '', wait: 0, folders: [] });
  if (!(await isBusy())) return;
  for await (const event of box.events({ cursor, signal: stop.signal }))
    if (event.type !== 'folder' && !(await isBusy())) return;
});
