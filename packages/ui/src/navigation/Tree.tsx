import { asyncDataLoaderFeature, hotkeysCoreFeature, selectionFeature } from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { useLatest } from '../base/use-latest.ts';
import { ProgressRing } from '../progress/Progress.tsx';
import styles from './navigation.module.css';

export interface TreeNode {
  /** Unique in the whole tree. */
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Has no children. */
  readonly leaf?: boolean;
}

export interface TreeProps {
  /** Accessible name. */
  readonly label: string;
  /**
   * Loads the children of a node; null is the root. A rejection shows as an empty branch: the owner reports the error.
   */
  readonly load: (id: string | null) => Promise<readonly TreeNode[]>;
  readonly selected: string | null;
  readonly onSelect: (node: TreeNode) => void;
  readonly loadingLabel: string;
  /** Change it to reload all branches. */
  readonly version?: number;
}

const ROOT = '\u0000root';
const rootNode: TreeNode = { id: ROOT, label: '' };

/** A tree that loads its branches when they expand. Arrow keys, Home, End; Enter and Space select. */
export function Tree({ label, load, selected, onSelect, loadingLabel, version = 0 }: TreeProps) {
  const latest = useLatest({ load, onSelect });
  const loadingNode = (id: string): TreeNode => ({ id, label: loadingLabel, leaf: true });
  const tree = useTree<TreeNode>({
    rootItemId: ROOT,
    initialState: { expandedItems: [ROOT], focusedItem: null },
    state: { selectedItems: selected === null ? [] : [selected] },
    setSelectedItems: () => undefined,
    getItemName: (item) => item.getItemData().label,
    isItemFolder: (item) => item.getItemData().leaf !== true,
    createLoadingItemData: () => loadingNode(''),
    onPrimaryAction: (item) => {
      latest.current.onSelect(item.getItemData());
    },
    dataLoader: {
      getItem: (id) => (id === ROOT ? rootNode : loadingNode(id)),
      getChildrenWithData: async (id) => {
        const nodes = await latest.current.load(id === ROOT ? null : id).catch((): readonly TreeNode[] => []);
        return nodes.map((node) => ({ id: node.id, data: node }));
      },
    },
    features: [asyncDataLoaderFeature, selectionFeature, hotkeysCoreFeature],
  });

  const shownVersion = useRef(version);
  useEffect(() => {
    if (shownVersion.current === version) return;
    shownVersion.current = version;
    for (const id of tree.getState().expandedItems) void tree.getItemInstance(id).invalidateChildrenIds();
  }, [tree, version]);

  return (
    <div {...tree.getContainerProps(label)} className={styles.tree}>
      {tree.getItems().map((item) => {
        const node = item.getItemData();
        const style: CSSProperties = Object.fromEntries([['--level', String(item.getItemMeta().level)]]);
        return (
          <button
            {...item.getProps()}
            key={item.getKey()}
            type="button"
            className={styles.node}
            style={style}
            aria-selected={node.id === selected}
          >
            <span className={cx(styles.twist, item.isExpanded() && styles.open)} aria-hidden="true">
              {item.isFolder() ? (
                item.isLoading() ? (
                  <ProgressRing label="" value={null} diameter={14} />
                ) : (
                  <ChevronRight />
                )
              ) : null}
            </span>
            {node.icon}
            <span className={styles.nodeName}>{node.label}</span>
          </button>
        );
      })}
    </div>
  );
}
