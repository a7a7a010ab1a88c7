import type { BoxState } from '../box-state.ts';
import { stateOfBox, nowSeconds } from '../box-state.ts';
import type { CommandCall } from '../command-call.ts';
import { calls } from '../command-table.ts';

interface SimulatedMessage {
  readonly mid: number;
  readonly content: string;
  /** 1 read, anything else unread. */
  state: number;
  readonly dateTime: number;
  readonly type: number;
}

const messages = stateOfBox((box): { list: SimulatedMessage[] } => ({
  list: [1, 2, 3, 4].map((type) => ({
    mid: type,
    content: `Message ${type}`,
    state: 0,
    dateTime: nowSeconds(box),
    type,
  })),
}));

const ofType = (call: CommandCall, box: BoxState): readonly SimulatedMessage[] =>
  messages(box).list.filter(({ type }) => type === call.number(0, 'type'));

export const messageCalls = calls({
  'GET /user/unreadMessage': (_, box) => ({
    total: String(messages(box).list.filter(({ state }) => state !== 1).length),
  }),
  'GET /user/userMessages': (call, box) => {
    const [page, size] = [call.number(0, 'pageNo', 1), call.number(0, 'pageSize', 100)];
    const all = ofType(call, box);
    return { datas: all.slice((page - 1) * size, page * size), total: String(all.length) };
  },
  'GET /user/modifyStateByType': (call, box) => {
    for (const message of ofType(call, box)) message.state = 1;
    return {};
  },
  'GET /user/deleteMessage': (call, box) => {
    const state = messages(box);
    state.list = state.list.filter(({ mid }) => String(mid) !== call.text(0, 'mid'));
    return {};
  },
  'DELETE /user/batchDeleteMessage': (call, box) => {
    const removed = ofType(call, box);
    const state = messages(box);
    state.list = state.list.filter((message) => !removed.includes(message));
    return {};
  },
});
