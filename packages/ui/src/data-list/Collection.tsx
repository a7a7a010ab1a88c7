import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { List, type ListImperativeAPI, type RowComponentProps } from 'react-window';
import { cx } from '../base/cx.ts';
import { mayTakeFocus } from '../base/may-take-focus.ts';
import { useLatest } from '../base/use-latest.ts';
import type { MenuEntry } from '../menu/menu-entry.ts';
import type { Point } from '../menu/menu-props.ts';
import { PointMenu } from '../menu/PointMenu.tsx';
import { SPRING_LOAD_DELAY_MS } from '../dnd/drag-data.ts';
import { useDragAndDrop } from '../dnd/lazy-drag-and-drop.ts';
import type { ListDrag, ListDrop } from '../dnd/list-drag-and-drop.ts';
import { attachContextMenu, type ContextMenuDeps } from './collection-context-menu.ts';
import { attachPointer, type PointerSelectionDeps } from './collection-pointer.ts';
import { indexAt, rowCount, scrollTopFor, type GridLayout } from './grid-geometry.ts';
import { successorOf, moveActive, orderOf, type Selection } from './selection.ts';
import type { TouchRangeDeps } from './touch-range-select.ts';
import { rowsOfPage, useCollectionKeys } from './use-collection-keys.ts';
import { useReachEnd } from './use-reach-end.ts';
import { useDeferredOverscan } from '../base/use-deferred-overscan.ts';
import styles from './data-list.module.css';

/** Props shared by lists and icon grids. */
export interface CollectionProps<T> {
  /** Accessible name. */
  readonly label: string;
  readonly items: readonly T[];
  /** Identity of an item; stable across reloads and unique in the list. Must not change between renders. */
  readonly keyOf: (item: T) => string;
  /** Text matched by type-ahead, and the name assistive technology reads first. */
  readonly textOf: (item: T) => string;
  /** Further texts matched by type-ahead. */
  readonly searchTextsOf?: (item: T) => readonly string[];
  readonly selection: Selection;
  readonly onSelectionChange: (selection: Selection) => void;
  /** Handles Ctrl+A where the list has not loaded all items yet. */
  readonly onSelectAll?: () => void;
  /** Enter, double click or tap. */
  readonly onOpen?: (item: T) => void;
  /** An item was pressed and may be opened: the caller can prefetch its target. Null cancels. */
  readonly onPrefetch?: (item: T | null) => void;
  /** Middle mouse click. */
  readonly onMiddleClick?: (item: T) => void;
  /** At most one item can be selected (pickers). */
  readonly single?: boolean;
  /** A second click on the only selected item deselects it. */
  readonly clickToggles?: boolean;
  /** A long press selects; without this flag it opens the context menu. */
  readonly touchSelects?: boolean;
  /** Right click, Menu key and long press. Receives the selection after the press; item null: the blank area. */
  readonly contextMenu?: {
    readonly label: string;
    readonly entries: (selection: Selection, item: T | null) => readonly MenuEntry[];
  };
  readonly drag?: ListDrag<T>;
  readonly drop?: ListDrop<T>;
  /** Shown instead of the list when it is empty. */
  readonly empty?: ReactNode;
  /** The items are loading: skeletons are shown while there are none. */
  readonly busy?: boolean;
  /** The last rows are a few screens away or in view: load more. Called again at the end itself. */
  readonly onReachEnd?: () => void;
  /**
   * Receives the scrolling element, for a fast scroller; null while the list is empty. Keep it stable between renders.
   */
  readonly onScroller?: (element: HTMLElement | null) => void;
  /**
   * Keys the list does not handle (F2, Delete, Space ...). Called first; preventDefault stops the list from handling
   * the key.
   */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  readonly autoFocus?: boolean;
  readonly className?: string;
}

/** Props of a row besides its index. */
export interface CollectionRowProps<T, Extra> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly textOf: (item: T) => string;
  readonly latestSelection: ReadonlySet<string>;
  readonly active: string | null;
  /** Index of the current drop target. */
  readonly hover: number | null;
  readonly columns: number;
  readonly idBase: string;
  readonly extra: Extra;
}

export type CollectionRow<T, Extra> = (props: RowComponentProps<CollectionRowProps<T, Extra>>) => ReactElement | null;

interface CollectionShellProps<T, Extra> extends CollectionProps<T> {
  readonly idBase: string;
  readonly layout: GridLayout;
  readonly row: CollectionRow<T, Extra>;
  readonly extra: Extra;
  readonly header?: ReactNode;
  readonly skeleton: ReactNode;
  /** Receives the scrolling element, to measure it. */
  readonly onElement?: (element: HTMLElement | null) => void;
  readonly aria: Pick<ComponentProps<'div'>, 'aria-rowcount' | 'aria-colcount'>;
}

/** Rows rendered above and below the view, one frame after those in it. */
const OVERSCAN_ROWS = 4;

const scrollToTop = (element: HTMLElement, top: number): void => {
  element.scrollTop = top;
};

/** The scrolling, selecting and dragging shell around virtual rows. It keeps the focus while rows mount and unmount. */
export function Collection<T, Extra>(props: CollectionShellProps<T, Extra>) {
  const { items, keyOf, textOf, selection, layout, idBase, extra, single = false, busy = false } = props;
  const isEmpty = items.length === 0;
  const [list, setList] = useState<ListImperativeAPI | null>(null);
  const [emptyElement, setEmptyElement] = useState<HTMLElement | null>(null);
  const scroller = isEmpty ? emptyElement : (list?.element ?? null);
  const [rubber, setRubber] = useState<HTMLElement | null>(null);
  const [hover, setHover] = useState<number | null>(null);
  const [menu, setMenu] = useState<Point | null>(null);
  const [entries, setEntries] = useState<readonly MenuEntry[]>([]);
  const isBanding = useRef(false);
  /** The item the rubber band made active: it lies at the end of the band, and the list does not scroll to it. */
  const bandActive = useRef<string | null>(null);
  const order = useMemo(() => orderOf(items, keyOf), [items, keyOf]);

  const open = (index: number): void => {
    const item = items[index];
    if (item !== undefined) props.onOpen?.(item);
  };
  const onKeyDown = useCollectionKeys({
    layout,
    order,
    selection,
    single,
    change: props.onSelectionChange,
    selectAll: props.onSelectAll,
    open,
    textsAt: (index) => {
      const item = items[index];
      return item === undefined ? [] : [textOf(item), ...(props.searchTextsOf?.(item) ?? [])];
    },
    pageRows: () => rowsOfPage(layout, scroller?.clientHeight ?? 0),
  });

  const pointer = useLatest<PointerSelectionDeps>({
    layout,
    order,
    selection,
    single,
    clickToggles: props.clickToggles ?? false,
    change: (next) => {
      if (isBanding.current) bandActive.current = next.active;
      props.onSelectionChange(next);
    },
    open: props.onOpen === undefined ? null : open,
    prefetch: (index) => {
      props.onPrefetch?.(index === null ? null : (items[index] ?? null));
    },
    touchSelects: props.touchSelects ?? false,
    middleClick:
      props.onMiddleClick === undefined
        ? null
        : (index) => {
            const item = items[index];
            if (item !== undefined) props.onMiddleClick?.(item);
          },
    onBand: (active) => {
      isBanding.current = active;
    },
  });
  useEffect(
    () => (scroller === null || rubber === null ? undefined : attachPointer(scroller, rubber, pointer)),
    [scroller, rubber, pointer],
  );

  const dragDeps = useLatest({
    drag: props.drag,
    drop: props.drop,
    itemAt: (index: number): T | undefined => items[index],
    keyAt: order.keyAt,
    itemsToDrag: (index: number): readonly T[] => {
      const item = items[index];
      if (item === undefined) return [];
      return selection.keys.has(keyOf(item)) ? items.filter((one) => selection.keys.has(keyOf(one))) : [item];
    },
    onHover: setHover,
  });
  const attachDrags = useDragAndDrop()?.attachDragAndDrop;
  const movable = props.drag !== undefined || props.drop !== undefined;
  useEffect(
    () => (scroller === null || !movable || attachDrags === undefined ? undefined : attachDrags(scroller, dragDeps)),
    [scroller, movable, dragDeps, attachDrags],
  );

  const canLinger = props.drop?.onSpringLoad !== undefined;
  useEffect(() => {
    if (!canLinger || hover === null || hover < 0) return undefined;
    const timer = setTimeout(() => {
      const item = dragDeps.current.itemAt(hover);
      if (item !== undefined) dragDeps.current.drop?.onSpringLoad?.(item);
    }, SPRING_LOAD_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [canLinger, hover, dragDeps]);

  const context = useLatest<ContextMenuDeps<T>>({
    selection,
    order,
    items,
    change: props.onSelectionChange,
    touchSelects: props.touchSelects ?? false,
    entriesOf: (chosen, item) => props.contextMenu?.entries(chosen, item) ?? [],
    show: (at, list) => {
      setEntries(list);
      setMenu(at);
    },
  });
  const rangeDeps = useLatest<TouchRangeDeps>({
    stickyHeight: layout.top,
    keyAt: (x, y) => order.keyAt(indexAt(layout, x, y)),
    order,
    onChange: props.onSelectionChange,
  });
  const hasMenu = props.contextMenu !== undefined;
  useEffect(() => {
    if (scroller === null || !hasMenu) return undefined;
    return attachContextMenu(scroller, context, rangeDeps, dragDeps);
  }, [scroller, hasMenu, context, rangeDeps, dragDeps]);

  const latestLayout = useLatest({ layout, order });
  const latestSelection = useLatest(selection);
  useEffect(() => {
    if (scroller === null || selection.active === null || selection.active === bandActive.current) return;
    bandActive.current = null;
    const index = latestLayout.current.order.indexOf(selection.active);
    if (index < 0) return;
    const to = scrollTopFor(latestLayout.current.layout, index, scroller.scrollTop, scroller.clientHeight);
    if (to !== scroller.scrollTop) scrollToTop(scroller, to);
  }, [scroller, selection.active, latestLayout]);

  // When the active item is deleted or moved, the next item becomes active instead of the first.
  const previousOrder = useRef(order);
  useEffect(() => {
    if (order.count === 0) return;
    const { active: removedKey } = latestSelection.current;
    const successor =
      removedKey === null || order.indexOf(removedKey) >= 0
        ? null
        : successorOf(previousOrder.current, order, removedKey);
    if (successor !== null) context.current.change(moveActive(latestSelection.current, successor));
    previousOrder.current = order;
  }, [order, latestSelection, context]);

  // When the number of columns changes, the active item stays in view.
  const previousColumns = useRef(layout.columns);
  useEffect(() => {
    if (scroller === null || previousColumns.current === layout.columns) return;
    previousColumns.current = layout.columns;
    const index = latestLayout.current.order.indexOf(latestSelection.current.active ?? '');
    if (index < 0) return;
    const to = scrollTopFor(latestLayout.current.layout, index, scroller.scrollTop, scroller.clientHeight);
    if (to !== scroller.scrollTop) scrollToTop(scroller, to);
  }, [scroller, layout.columns, latestLayout, latestSelection]);

  const { onElement, onScroller, autoFocus = false } = props;
  useEffect(() => {
    onScroller?.(isEmpty ? null : scroller);
  }, [onScroller, isEmpty, scroller]);
  const focused = useRef(autoFocus);
  useEffect(() => {
    onElement?.(scroller);
    // The element changes between an empty and a filled list: restore the focus.
    if (scroller !== null && focused.current && !scroller.contains(document.activeElement) && mayTakeFocus(scroller))
      scroller.focus({ preventScroll: true });
    return () => {
      onElement?.(null);
    };
  }, [scroller, onElement]);

  const active = selection.active === null ? -1 : order.indexOf(selection.active);
  const rows = rowCount(layout);
  const [hasOverscan] = useDeferredOverscan(!isEmpty);
  const onRowsRendered = useReachEnd(rows, props.onReachEnd);
  const shell = {
    'aria-label': props.label,
    'aria-busy': busy || undefined,
    tabIndex: 0,
    'data-autofocus': autoFocus ? '' : undefined,
    className: cx(styles.scroller, hover === -1 && styles.dropHere, props.className),
    onFocus: () => {
      focused.current = true;
    },
    onBlur: () => {
      focused.current = false;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      props.onKeyDown?.(event);
      onKeyDown(event);
    },
  };
  const band = <div ref={setRubber} className={styles.rubber} role="presentation" />;
  return (
    <>
      {isEmpty ? (
        <div {...shell} ref={setEmptyElement} role="group">
          {busy ? props.skeleton : props.empty}
          {band}
        </div>
      ) : (
        <List<CollectionRowProps<T, Extra>>
          {...shell}
          {...props.aria}
          role="grid"
          aria-multiselectable={!single}
          aria-activedescendant={active < 0 ? undefined : `${idBase}-${active}`}
          listRef={setList}
          style={{ paddingTop: layout.top, overflow: 'auto' }}
          defaultHeight={600}
          overscanCount={hasOverscan ? OVERSCAN_ROWS : 0}
          rowCount={rows}
          rowHeight={layout.itemHeight}
          rowComponent={props.row}
          rowProps={{
            items,
            keyOf,
            textOf,
            latestSelection: selection.keys,
            active: selection.active,
            hover,
            columns: layout.columns,
            idBase,
            extra,
          }}
          onRowsRendered={onRowsRendered}
        >
          {props.header}
          {band}
        </List>
      )}
      {props.contextMenu === undefined ? null : (
        <PointMenu
          label={props.contextMenu.label}
          point={menu}
          entries={entries}
          onClose={() => {
            setMenu(null);
          }}
        />
      )}
    </>
  );
}
