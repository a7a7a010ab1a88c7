import type { Box } from '../box.ts';
import { ofBox, seconds } from '../box.ts';
import type { Call, Fields } from '../call.ts';
import { binOf, freeName, locateThere } from '../files/places.ts';
import { GENERIC, Refusal } from '../refusal.ts';
import { commands } from '../table.ts';
import { isWithin, join, nameOf, parentOf } from '../tree/tree.ts';
import { typeOf } from '../tree/types.ts';

interface Thrown {
  readonly id: number;
  readonly user: string;
  readonly from: string;
  readonly at: string;
  readonly time: number;
}

const bin = ofBox((): { next: number; list: Thrown[] } => ({ next: 1, list: [] }));

const own = (call: Call, box: Box): readonly Thrown[] => bin(box).list.filter(({ user }) => user === call.caller.name);

const forget = (box: Box, thrown: Thrown): void => {
  const state = bin(box);
  state.list = state.list.filter((one) => one !== thrown);
};

/** Runs the action for each listed id; the first unknown one fails the call. */
const each = (call: Call, box: Box, act: (thrown: Thrown) => void): Fields => {
  for (const id of call.texts(0, 'ids')) {
    const thrown = own(call, box).find((one) => String(one.id) === id);
    if (thrown === undefined) throw new Refusal(GENERIC.path);
    act(thrown);
  }
  return {};
};

/** The specification states TRASHIN; a recycle bin needs the others as well. */
export const trash = commands('/eshell', {
  TRASHIN: (call, box) => {
    for (const given of call.texts(0, 'paths')) {
      const from = locateThere(call, box, given);
      const folder = binOf(from);
      if (folder === null || isWithin(from, folder)) throw new Refusal(GENERIC.path);
      const at = freeName(box, join(folder, nameOf(from)));
      box.tree.move(from, at);
      const state = bin(box);
      state.list.unshift({ id: state.next++, user: call.caller.name, from, at, time: seconds(box) });
    }
    return {};
  },
  TRASHLIST: (call, box) => {
    const list = own(call, box);
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
    each(call, box, (thrown) => {
      if (box.tree.has(thrown.from)) throw new Refusal(GENERIC.invalid);
      box.tree.move(thrown.at, thrown.from);
      forget(box, thrown);
    }),
  TRASHDEL: (call, box) =>
    each(call, box, (thrown) => {
      box.tree.remove(thrown.at);
      forget(box, thrown);
    }),
  TRASHCLEAR: (call, box) => {
    for (const thrown of own(call, box)) {
      box.tree.remove(thrown.at);
      forget(box, thrown);
    }
    return {};
  },
});
