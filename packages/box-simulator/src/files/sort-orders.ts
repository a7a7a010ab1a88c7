/**
 * Sort orders of the specification, section 3: names case-insensitively, numbers numerically, Han characters by pinyin.
 */
import type { TreeNode } from '../tree/file-tree.ts';
import { typeOf } from '../tree/file-types.ts';

const names = new Intl.Collator('zh-Hans-CN-u-co-pinyin', { numeric: true, sensitivity: 'base' });

type Compare = (one: TreeNode, other: TreeNode) => number;

const byName: Compare = (one, other) =>
  names.compare(one.name, other.name) || (one.name < other.name ? -1 : one.name > other.name ? 1 : 0);

const sizeOf = (node: TreeNode): number => (node.kind === 'file' ? node.bytes.length : 0);
const decimalOf = (node: TreeNode): number => Number(/\d+/.exec(node.name)?.[0] ?? Infinity);
const by =
  (value: (node: TreeNode) => number): Compare =>
  (one, other) =>
    value(one) - value(other) || byName(one, other);

const BY_MTIME = by((node) => node.mtime);

/** `order` of `/fsnotify`: name 1, ctime 2, mtime 3, size 4, dtime 5, decimal 6. */
const OF_INDEX: Readonly<Record<number, Compare>> = {
  1: byName,
  2: by((node) => node.ctime),
  3: BY_MTIME,
  4: by(sizeOf),
  5: BY_MTIME,
  6: by(decimalOf),
};
/** `mode` of FSLIST: name 0, size 1, type 2, mtime 3. */
const OF_TOOLS: Readonly<Record<number, Compare>> = { 0: byName, 1: by(sizeOf), 2: by(typeOf), 3: BY_MTIME };

export interface SortOrder {
  readonly code: number;
  readonly of: 'index' | 'tools';
  readonly desc: boolean;
  readonly foldersFirst: boolean;
}

/** The comparison function of an order; undefined for an unknown code. */
export const comparisonOf = ({ code, of, desc, foldersFirst }: SortOrder): Compare | undefined => {
  const compare = (of === 'index' ? OF_INDEX : OF_TOOLS)[code];
  if (compare === undefined) return undefined;
  const group = (node: TreeNode): number => (foldersFirst && node.kind === 'file' ? 1 : 0);
  return (one, other) => group(one) - group(other) || (desc ? -compare(one, other) : compare(one, other));
};
