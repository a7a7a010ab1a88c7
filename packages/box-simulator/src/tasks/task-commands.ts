import type { BoxState } from '../box-state.ts';
import { stateOfBox, nowSeconds } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { locate, locateExisting } from '../files/path-access.ts';
import { durationOf, TimedWork } from '../timed-work.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import { commands } from '../command-table.ts';
import { measureNode } from '../tree/measure-node.ts';
import { nameOf } from '../tree/file-tree.ts';
import { typeOf } from '../tree/file-types.ts';
import type { OperationType, TaskOperation } from './perform-operation.ts';
import { OPERATIONS, performOperation } from './perform-operation.ts';

/** The specification states only names for the task codes 2 to 11; these are the ones used here. */
const TASK = { badParameter: 3, unknown: 5, state: 6, noSource: 8 } as const;

interface SimulatedTask {
  readonly id: number;
  readonly user: string;
  readonly operation: TaskOperation;
  readonly ctime: number;
  readonly total: number;
  readonly type: number;
  readonly work: TimedWork;
}

const tasks = stateOfBox((): { next: number; list: SimulatedTask[] } => ({ next: 1, list: [] }));

const ownTasks = (call: CommandCall, box: BoxState): readonly SimulatedTask[] =>
  tasks(box).list.filter(({ user }) => user === call.caller.name);

const requireTask = (call: CommandCall, box: BoxState): SimulatedTask => {
  const found = ownTasks(call, box).find(({ id }) => String(id) === call.text(0, 'id'));
  if (found === undefined) throw new Refusal(TASK.unknown);
  return found;
};

const cancelTasks = (box: BoxState, removed: readonly SimulatedTask[]): void => {
  const state = tasks(box);
  for (const task of removed) task.work.cancel();
  state.list = state.list.filter((task) => !removed.includes(task));
};

/** Resolves source and target. Network sources and targets are not paths in the tree. */
const resolvePaths = (
  call: CommandCall,
  box: BoxState,
  type: OperationType,
): Pick<TaskOperation, 'source' | 'target'> => {
  const source = call.text(1, 'source');
  const target = type === 'REMOVE' ? '' : call.text(2, 'target');
  if (type === 'DOWN') return { source, target: locate(call, box, target) };
  const from = locateExisting(call, box, source);
  return { source: from, target: type === 'REMOVE' || type === 'UPLOAD' ? target : locate(call, box, target) };
};

const addTask = (call: CommandCall, box: BoxState): Fields => {
  const type = OPERATIONS.find((one) => one === call.text(0, 'type'));
  if (type === undefined) throw call.bad('type');
  if ((type === 'COMPRESS' || type === 'DECOMPRESS') && !box.features.archives) throw call.bad('type');
  let paths: Pick<TaskOperation, 'source' | 'target'>;
  try {
    paths = resolvePaths(call, box, type);
  } catch (refusal) {
    throw refusal instanceof Refusal && refusal.code === GENERIC.path ? new Refusal(TASK.noSource) : refusal;
  }
  const operation: TaskOperation = {
    type,
    ...paths,
    names: type === 'COMPRESS' ? call.texts(3, 'names') : [],
    conflict: call.number(4, 'conflict', 1),
  };
  const node = box.tree.find(operation.source);
  const total = node === undefined ? 0 : measureNode(node).size;
  const state = tasks(box);
  const work = new TimedWork(box, durationOf(total), () => performOperation(box, operation));
  const { name } = call.caller;
  const id = state.next++;
  state.list.unshift({ id, user: name, operation, ctime: nowSeconds(box), total, type: node ? typeOf(node) : 0, work });
  return {};
};

/** The nine fields of a task record, and the fields for its id, user and progress. */
const taskRecord = ({ id, user, operation, ctime, total, type, work }: SimulatedTask): Fields => ({
  tb_id: id,
  tb_type: type,
  tb_name: nameOf(operation.source),
  tb_total: String(total),
  tb_ctime: ctime,
  tb_cmd: operation.type,
  tb_source: operation.source,
  tb_target: operation.target,
  tb_user: user,
  tb_msg: work.code === 0 ? '' : `failed with ${work.code}`,
  tb_state: work.state,
  tb_progress: String(work.progress),
});

const matchingTasks = (call: CommandCall, box: BoxState): readonly SimulatedTask[] => {
  const type = call.text(3, 'type', 'ALL');
  const status = call.raw(4, 'status');
  return ownTasks(call, box).filter(
    (task) =>
      (type === 'ALL' || task.operation.type === type) && (status === undefined || task.work.state === Number(status)),
  );
};

const changeWork = (call: CommandCall, box: BoxState, change: (work: TimedWork) => boolean): Fields => {
  if (!change(requireTask(call, box).work)) throw new Refusal(TASK.state);
  return {};
};

export const operations = commands('/offlinetask', {
  ADDTASK: addTask,
  LISTTASK: (call, box) => {
    const list = matchingTasks(call, box);
    const start = call.number(2, 'start', 0);
    return {
      total: String(list.length),
      list: list.slice(start, start + call.number(1, 'count', 100)).map(taskRecord),
    };
  },
  QRYTASKNUM: (call, box) => ({
    num: String(matchingTasks(call, box).filter(({ work }) => [0, 2, 3].includes(work.state)).length),
  }),
  // A running task must be paused before it can be cancelled.
  DELTASK: (call, box) => {
    const task = requireTask(call, box);
    if (task.work.state === 2) throw new Refusal(TASK.state);
    cancelTasks(box, [task]);
    return {};
  },
  DELTASKS: (call, box) => {
    const ids = call.raw(0, 'ids');
    const status = call.raw(1, 'status');
    if (!Array.isArray(ids) && status === undefined) throw call.bad('ids');
    cancelTasks(
      box,
      ownTasks(call, box).filter(({ id, work }) =>
        Array.isArray(ids) ? ids.map(String).includes(String(id)) : work.state === Number(status),
      ),
    );
    return {};
  },
  PAUSETASK: (call, box) => changeWork(call, box, (work) => work.pause()),
  RESUMETASK: (call, box) => changeWork(call, box, (work) => work.resume()),
});
