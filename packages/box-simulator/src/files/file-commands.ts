import type { BoxState } from '../box-state.ts';
import type { CommandHandler } from '../command-table.ts';
import { commands } from '../command-table.ts';
import type { CommandCall } from '../command-call.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import { measureNode } from '../tree/measure-node.ts';
import { isWithin } from '../tree/file-tree.ts';
import { listPage, listSingle, listVolumes } from './folder-listing.ts';
import { locate, locateTarget, locateExisting } from './path-access.ts';

/** `/fsnotify` has no command words: the parameters determine the kind of call. */
const answerIndex: CommandHandler = (call, box) => {
  const given = call.text(0, 'path');
  const path = locate(call, box, given);
  if (call.number(9, 'count', 500) === 1 && call.text(9, 'regex', '') === '') return listSingle(box, path);
  if (path === '/' || path === '/mnt') return listVolumes(box);
  if (!box.tree.has(path)) throw new Refusal(GENERIC.authFailed);
  return listPage(call, box, path, 'index');
};

const moveNode = (box: BoxState, source: string, target: string): void => {
  if (source === target) return;
  if (box.tree.has(target)) throw new Refusal(GENERIC.invalid);
  if (isWithin(target, source)) throw new Refusal(GENERIC.path);
  box.tree.move(source, target);
};

/** Runs the action for each path; the first failure fails the call, because the specification states nothing else. */
const forEachPath = (call: CommandCall, action: (given: string) => void): Record<string, never> => {
  const paths = call.texts(0, 'paths');
  if (paths.length === 0) throw call.bad('paths');
  for (const path of paths) action(path);
  return {};
};

export const files = [
  ...commands('/fsnotify', { '*': answerIndex }),
  ...commands('/port_20254/tools', {
    FSLIST: (call, box) => {
      const path = locate(call, box, call.text(0, 'path'));
      if (path === '/' || path === '/mnt') return listVolumes(box);
      if (!box.tree.has(path)) throw new Refusal(GENERIC.authFailed);
      return listPage(call, box, path, 'tools');
    },
  }),
  ...commands('/eshell', {
    // 0 and 1 both mean success; the simulator returns 1 here.
    MKDIR: (call, box) => {
      const path = locateTarget(call, box, call.text(0, 'path'));
      try {
        box.tree.makeFolder(path);
      } catch {
        throw new Refusal(GENERIC.path);
      }
      return { error: 1 };
    },
    MOVE: (call, box) => {
      const source = locateExisting(call, box, call.text(0, 'source'));
      moveNode(box, source, locateTarget(call, box, call.text(1, 'target')));
      return {};
    },
    REMOVE: (call, box) =>
      forEachPath(call, (given) => {
        box.tree.remove(locateExisting(call, box, given));
      }),
    DU: (call, box) => {
      const path = locateExisting(call, box, call.text(0, 'path'));
      const node = box.tree.folder(path) ?? box.tree.find(path);
      if (node === undefined) throw new Refusal(GENERIC.path);
      const { size, count, dirs } = measureNode(node);
      return { size: String(size), count, dirs };
    },
    // The specification names it without a shape; these are pairs of old and new path.
    BATCHRENAME: (call, box) => {
      const paths = call.texts(0, 'paths');
      if (paths.length === 0 || paths.length % 2 !== 0) throw call.bad('paths');
      const failed: { readonly path: string; readonly error: number }[] = [];
      for (let at = 0; at < paths.length; at += 2) {
        const source = paths[at] ?? '';
        try {
          moveNode(box, locateExisting(call, box, source), locateTarget(call, box, paths[at + 1] ?? ''));
        } catch (refusal) {
          if (!(refusal instanceof Refusal)) throw refusal;
          failed.push({ path: source, error: refusal.code });
        }
      }
      return failed.length === 0 ? {} : { error: 3, failed };
    },
  }),
];
