import { UploadTask as StoredUpload } from '@boxwood/box-sdk';
import type { UploadBoard } from './queue/upload-board.ts';
import type { UploadId, UploadTask } from './uploads.ts';

/** Maximum number of unfinished tasks in local storage: enough for an ordinary batch, small compared with its 5 MB. */
const MAX_STORED_TASKS = 200;

const toStored = (task: UploadTask): StoredUpload => ({
  tb_id: task.id,
  tb_name: task.name,
  tb_source: task.source,
  tb_target: task.target,
  tb_total: task.total,
  tb_ctime: task.ctime,
  tb_state: task.state,
  tb_progress: task.progress,
  tb_completed: task.completed,
  tb_speed: task.speed,
  tb_uuid: task.uuid,
  tb_mtime: Math.floor(task.modified / 1000),
  ...(task.keep === undefined ? {} : { tb_keep: 1 }),
});

const fromStored = (stored: StoredUpload, rank: number): UploadTask => ({
  id: stored.tb_id as UploadId,
  name: stored.tb_name,
  source: stored.tb_source,
  target: stored.tb_target,
  total: stored.tb_total,
  ctime: stored.tb_ctime,
  modified: (stored.tb_mtime ?? 0) * 1000,
  state: 3,
  progress: 0,
  completed: stored.tb_completed,
  speed: 0,
  uuid: stored.tb_uuid,
  rank,
  problem: null,
  owner: '',
  interrupted: true,
  ...(stored.tb_keep === 1 ? { keep: true } : {}),
});

const parse = (text: string | null): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
};

/** The text under `upload_tasks` with this user's unfinished tasks replaced; those of others stay (UPLOAD-02, G-19). */
export const writeStored = (text: string | null, username: string, board: UploadBoard): string => {
  const tasks: StoredUpload[] = [];
  for (const tab of ['processing', 'waiting', 'failed'] as const) {
    const list = board.list(tab);
    for (let index = 0; index < list.count && tasks.length < MAX_STORED_TASKS; index += 1) {
      const task = list.at(index);
      if (task !== undefined) tasks.push(toStored(task));
    }
  }
  return JSON.stringify({ ...parse(text), [username]: tasks });
};

/** This user's tasks in local storage, all waiting for their file to be chosen again. */
export const readStored = (text: string | null, username: string): readonly UploadTask[] => {
  const people = parse(text);
  const found = Object.hasOwn(people, username) ? people[username] : undefined;
  if (!Array.isArray(found)) return [];
  const tasks: readonly unknown[] = found;
  return tasks
    .filter((task): task is StoredUpload => StoredUpload.is(task))
    .map((task, index) => fromStored(task, index + 1));
};
