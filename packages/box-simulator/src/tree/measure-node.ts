import type { TreeNode } from './file-tree.ts';

/** Bytes, files and folders of a node; the node itself is not counted as a folder. */
export interface NodeTotals {
  readonly size: number;
  readonly count: number;
  readonly dirs: number;
}

export const measureNode = (node: TreeNode): NodeTotals => {
  if (node.kind === 'file') return { size: node.bytes.length, count: 1, dirs: 0 };
  if (node.kind === 'link') return { size: 0, count: 1, dirs: 0 };
  return [...node.children.values()].reduce<NodeTotals>(
    (sum, child) => {
      const { size, count, dirs } = measureNode(child);
      const own = child.kind === 'folder' ? 1 : 0;
      return { size: sum.size + size, count: sum.count + count, dirs: sum.dirs + dirs + own };
    },
    { size: 0, count: 0, dirs: 0 },
  );
};
