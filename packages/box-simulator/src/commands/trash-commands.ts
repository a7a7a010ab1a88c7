import type { BoxState } from '../box-state.ts';
import { stateOfBox, nowSeconds } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { binOf, freeName, locateExisting } from '../files/path-access.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import { commands } from '../command-table.ts';
import { isWithin, join, nameOf, parentOf } from '../tree/file-tree.ts';
import { typeOf } from '../tree/file-types.ts';

interface TrashedItem {
  readonly id: number;
  readonly user: string;
  readonly from: string;
  readonly at: string;
  readonly time: number;
}

const bin = stateOfBox((): { next: number; list: TrashedItem[] } => ({ next: 1, list: [] }));

const ownItems = (call: CommandCall, box: BoxState): readonly TrashedItem[] =>
  bin(box).list.filter(({ user }) => user === call.caller.name);

const removeItem = (box: BoxState, trashed: TrashedItem): void => {
  const state = bin(box);
  state.list = state.list.filter((one) => one !== trashed);
};

/** Runs the action for each listed id; the first unknown one fails the call. */
const forEachItem = (call: CommandCall, box: BoxState, action: (trashed: TrashedItem) => void): Fields => {
  for (const id of call.texts(0, 'ids')) {
    const trashed = ownItems(call, box).find((one) => String(one.id) === id);
    if (trashed === undefined) throw new Refusal(GENERIC.path);
    action(trashed);
  }
  return {};
};

/** The specification states TRASHIN; a recycle bin needs the others as well. */
export const trash = commands('/eshell', {
  TRASHIN: (call, box) => {
    for (const given of call.texts(0, 'paths')) {
      const from = locateExisting(call, box, given);
      const folder = binOf(from);
      if (folder === null || isWithin(from, folder)) throw new Refusal(GENERIC.path);
      const at = freeName(box, join(folder, nameOf(from)));
      box.tree.move(from, at);
      const state = bin(box);
      state.list.unshift({ id: state.next++, user: call.caller.name, from, at, time: nowSeconds(box) });
    }
    return {};
  },
  TRASHLIST: (call, box) => {
    const list = ownItems(call, box);
    const start = call.number(0, 'offset', 0);
    return {
      sum: String(list.length),
      list: list.slice(start, start + call.number(1, 'count', 100)).map(({ id, from, at, time }) => {
        const node = box.tree.find(at);
        return {
          id,
          n: nameOf(from),
          t: node === undefined ? 0 : typeOf(node),
          s: node?.kind === 'file' ? node.bytes.length : 0,
          m: node?.mtime ?? 0,
          d: time,
          p: parentOf(from),
        };
      }),
    };
  },
  TRASHOUT: (call, box) =>
    forEachItem(call, box, (trashed) => {
      if (box.tree.has(trashed.from)) throw new Refusal(GENERIC.invalid);
      box.tree.move(trashed.at, trashed.from);
      removeItem(box, trashed);
    }),
  TRASHDEL: (call, box) =>
    forEachItem(call, box, (trashed) => {
      box.tree.remove(trashed.at);
      removeItem(box, trashed);
    }),
  TRASHCLEAR: (call, box) => {
    for (const trashed of ownItems(call, box)) {
      box.tree.remove(trashed.at);
      removeItem(box, trashed);
    }
    return {};
  },
});
