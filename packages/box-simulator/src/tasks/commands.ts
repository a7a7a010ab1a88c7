import type { Box } from '../box.ts';
import { ofBox, seconds } from '../box.ts';
import type { Call, Fields } from '../call.ts';
import { locate, locateThere } from '../files/places.ts';
import { durationOf, Work } from '../moving.ts';
import { GENERIC, Refusal } from '../refusal.ts';
import { commands } from '../table.ts';
import { measure } from '../tree/measure.ts';
import { nameOf } from '../tree/tree.ts';
import { typeOf } from '../tree/types.ts';
import type { Operation, Order } from './operations.ts';
import { OPERATIONS, perform } from './operations.ts';

/** The specification states only names for the task codes 2 to 11; these are the ones used here. */
const TASK = { badParameter: 3, unknown: 5, state: 6, noSource: 8 } as const;

interface Task {
  readonly id: number;
  readonly user: string;
  readonly order: Order;
  readonly ctime: number;
  readonly total: number;
  readonly type: number;
  readonly work: Work;
}

const tasks = ofBox((): { next: number; list: Task[] } => ({ next: 1, list: [] }));

const own = (call: Call, box: Box): readonly Task[] => tasks(box).list.filter(({ user }) => user === call.caller.name);

const asked = (call: Call, box: Box): Task => {
  const found = own(call, box).find(({ id }) => String(id) === call.text(0, 'id'));
  if (found === undefined) throw new Refusal(TASK.unknown);
  return found;
};

const drop = (box: Box, gone: readonly Task[]): void => {
  const state = tasks(box);
  for (const task of gone) task.work.drop();
  state.list = state.list.filter((task) => !gone.includes(task));
};

/** Resolves source and target. Network sources and targets are not paths in the tree. */
const placesOf = (call: Call, box: Box, type: Operation): Pick<Order, 'source' | 'target'> => {
  const source = call.text(1, 'source');
  const target = type === 'REMOVE' ? '' : call.text(2, 'target');
  if (type === 'DOWN') return { source, target: locate(call, box, target) };
  const from = locateThere(call, box, source);
  return { source: from, target: type === 'REMOVE' || type === 'UPLOAD' ? target : locate(call, box, target) };
};

const add = (call: Call, box: Box): Fields => {
  const type = OPERATIONS.find((one) => one === call.text(0, 'type'));
  if (type === undefined) throw call.bad('type');
  if ((type === 'COMPRESS' || type === 'DECOMPRESS') && !box.offers.archives) throw call.bad('type');
  let places: Pick<Order, 'source' | 'target'>;
  try {
    places = placesOf(call, box, type);
  } catch (no) {
    throw no instanceof Refusal && no.code === GENERIC.path ? new Refusal(TASK.noSource) : no;
  }
  const order: Order = {
    type,
    ...places,
    names: type === 'COMPRESS' ? call.texts(3, 'names') : [],
    conflict: call.number(4, 'conflict', 1),
  };
  const node = box.tree.find(order.source);
  const total = node === undefined ? 0 : measure(node).size;
  const state = tasks(box);
  const work = new Work(box, durationOf(total), () => perform(box, order));
  const { name } = call.caller;
  const id = state.next++;
  state.list.unshift({ id, user: name, order, ctime: seconds(box), total, type: node ? typeOf(node) : 0, work });
  return {};
};

/** The nine fields of a task record, and the fields for its id, user and progress. */
const record = ({ id, user, order, ctime, total, type, work }: Task): Fields => ({
  tb_id: id,
  tb_type: type,
  tb_name: nameOf(order.source),
  tb_total: String(total),
  tb_ctime: ctime,
  tb_cmd: order.type,
  tb_source: order.source,
  tb_target: order.target,
  tb_user: user,
  tb_msg: work.code === 0 ? '' : `failed with ${work.code}`,
  tb_state: work.state,
  tb_progress: String(work.progress),
});

const matching = (call: Call, box: Box): readonly Task[] => {
  const type = call.text(3, 'type', 'ALL');
  const status = call.raw(4, 'status');
  return own(call, box).filter(
    (task) =>
      (type === 'ALL' || task.order.type === type) && (status === undefined || task.work.state === Number(status)),
  );
};

const moved = (call: Call, box: Box, move: (work: Work) => boolean): Fields => {
  if (!move(asked(call, box).work)) throw new Refusal(TASK.state);
  return {};
};

export const operations = commands('/offlinetask', {
  ADDTASK: add,
  LISTTASK: (call, box) => {
    const list = matching(call, box);
    const start = call.number(2, 'start', 0);
    return { total: String(list.length), list: list.slice(start, start + call.number(1, 'count', 100)).map(record) };
  },
  QRYTASKNUM: (call, box) => ({
    num: String(matching(call, box).filter(({ work }) => [0, 2, 3].includes(work.state)).length),
  }),
  // A running task must be paused before it can be cancelled.
  DELTASK: (call, box) => {
    const task = asked(call, box);
    if (task.work.state === 2) throw new Refusal(TASK.state);
    drop(box, [task]);
    return {};
  },
  DELTASKS: (call, box) => {
    const ids = call.raw(0, 'ids');
    const status = call.raw(1, 'status');
    if (!Array.isArray(ids) && status === undefined) throw call.bad('ids');
    drop(
      box,
      own(call, box).filter(({ id, work }) =>
        Array.isArray(ids) ? ids.map(String).includes(String(id)) : work.state === Number(status),
      ),
    );
    return {};
  },
  PAUSETASK: (call, box) => moved(call, box, (work) => work.pause()),
  RESUMETASK: (call, box) => moved(call, box, (work) => work.resume()),
});
