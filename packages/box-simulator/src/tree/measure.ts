import type { TreeNode } from './tree.ts';

/** Bytes, files and folders of a node; the node itself is not counted as a folder. */
export interface Measure {
  readonly size: number;
  readonly count: number;
  readonly dirs: number;
}

export const measure = (node: TreeNode): Measure => {
  if (node.kind === 'file') return { size: node.bytes.length, count: 1, dirs: 0 };
  if (node.kind === 'link') return { size: 0, count: 1, dirs: 0 };
  return [...node.children.values()].reduce<Measure>(
    (sum, child) => {
      const { size, count, dirs } = measure(child);
      const own = child.kind === 'folder' ? 1 : 0;
      return { size: sum.size + size, count: sum.count + count, dirs: sum.dirs + dirs + own };
    },
    { size: 0, count: 0, dirs: 0 },
  );
};
