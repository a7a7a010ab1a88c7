import type { BoxState } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { isFields } from '../command-call.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import type { TreeNode } from '../tree/file-tree.ts';
import { join } from '../tree/file-tree.ts';
import { MOUNT_ROOT, typeOf } from '../tree/file-types.ts';
import { comparisonOf } from './sort-orders.ts';
import { HIDDEN, VOLUMES } from './path-access.ts';

interface FoundNode {
  readonly node: TreeNode;
  /** The folder of the node, when it is not the listed one. */
  readonly folder?: string;
}

/** The short form with its five letters only; sort keys are numbers that only this box interprets. */
const shortFields = ({ node, folder }: FoundNode, key: number): Fields => ({
  n: node.name,
  t: typeOf(node),
  k: key,
  m: node.mtime,
  s: node.kind === 'file' ? node.bytes.length : 0,
  ...(folder === undefined ? {} : { p: folder }),
  x_flags: [],
});

/** Refuses an invalid regular expression as an invalid value. */
const parseExpression = (text: string): RegExp => {
  try {
    return new RegExp(text, 'iu');
  } catch {
    throw new Refusal(GENERIC.invalid);
  }
};

const nodesBelow = (box: BoxState, path: string): readonly FoundNode[] =>
  [...(box.tree.folder(path)?.children.values() ?? [])]
    .filter((node) => !HIDDEN.has(node.name))
    .flatMap((node) => [
      { node, folder: path },
      ...(node.kind === 'folder' ? nodesBelow(box, join(path, node.name)) : []),
    ]);

const isShown = (call: CommandCall, { node }: FoundNode): boolean => {
  const hidden = node.name.startsWith('.') && !call.flag(9, 'withhidden');
  const kind =
    (call.flag(9, 'folderonly') && node.kind === 'file') || (call.flag(9, 'regonly') && node.kind !== 'file');
  const type = call.raw(9, 'type');
  return !HIDDEN.has(node.name) && !hidden && !kind && (type === undefined || Number(type) === typeOf(node));
};

/** The volumes, which are the top level. */
export const listVolumes = (box: BoxState): Fields => {
  const found = VOLUMES.filter((volume) => box.tree.has(volume));
  return {
    sum: String(found.length),
    file_list: found.map((volume, index) => ({ n: volume.slice(1), t: MOUNT_ROOT, k: index, m: 0, s: 0 })),
  };
};

/** A page of a folder: the entries after the one in `baseinfo`, at most `count`; `count` 0 returns only the sum. */
export const listPage = (call: CommandCall, box: BoxState, path: string, of: 'index' | 'tools'): Fields => {
  const folder = box.tree.folder(path);
  if (folder === undefined) throw new Refusal(GENERIC.path);
  const regex = of === 'index' ? call.text(9, 'regex', '') : '';
  const matching = regex === '' ? null : parseExpression(regex);
  const all: readonly FoundNode[] =
    matching === null
      ? [...folder.children.values()].map((node) => ({ node }))
      : nodesBelow(box, path).filter(({ node }) => matching.test(node.name));
  const compare = comparisonOf({
    of,
    code: of === 'index' ? call.number(9, 'order', 1) : call.number(9, 'mode', 0),
    desc: call.flag(9, 'desc'),
    foldersFirst: call.flag(9, 'dirfirst'),
  });
  if (compare === undefined) throw call.bad('order');
  const shown = all.filter((one) => isShown(call, one)).sort((one, other) => compare(one.node, other.node));
  const sum = String(shown.length);
  const count = call.number(9, 'count', 500);
  if (count === 0) return { sum };
  const base = call.raw(9, 'baseinfo');
  const last = call.flag(9, 'hasbaseinfo') && isFields(base) ? base['n'] : undefined;
  const from = last === undefined ? 0 : shown.findIndex(({ node }) => node.name === last) + 1;
  return {
    sum,
    file_list: shown.slice(from, from + count).map((one, index) => shortFields(one, (from + index + 1) * 1000)),
  };
};

/** The entry at the path itself. The check for a free name takes code 6 as free (specification, section 5). */
export const listSingle = (box: BoxState, path: string): Fields => {
  const node = box.tree.find(path);
  if (node === undefined) throw new Refusal(GENERIC.authFailed);
  return { sum: '1', file_list: [shortFields({ node }, 1)] };
};
