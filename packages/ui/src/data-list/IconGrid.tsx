import { Check } from 'lucide-react';
import { memo, useId, useMemo, type ReactElement, type ReactNode } from 'react';
import type { RowComponentProps } from 'react-window';
import { cx } from '../base/cx.ts';
import { useElementWidth } from '../base/use-element-width.ts';
import { useTextScaledHeight } from '../base/use-text-scaled-height.ts';
import { Collection, type CollectionProps, type CollectionRow, type CollectionRowProps } from './Collection.tsx';
import { columnsFor } from './grid-geometry.ts';
import styles from './data-list.module.css';

export interface IconGridProps<T> extends CollectionProps<T> {
  /** Renders the icon of an item. Must be the same function between renders. */
  readonly renderIcon: (item: T) => ReactNode;
  /** Second line under the name. */
  readonly renderNote?: (item: T) => ReactNode;
  /** Minimum width of a tile in px; the remaining width is distributed. */
  readonly tileWidth?: number;
  readonly tileHeight?: number;
}

interface IconGridRowContext<T> {
  readonly icon: (item: T) => ReactNode;
  readonly note: ((item: T) => ReactNode) | undefined;
}

const GRID_PADDING_PX = 8;

interface IconTileProps<T> extends IconGridRowContext<T> {
  readonly item: T;
  readonly index: number;
  readonly column: number;
  readonly id: string;
  readonly text: string;
  readonly selected: boolean;
  readonly active: boolean;
  readonly hover: boolean;
}

function IconTile<T>({
  item,
  index,
  column,
  id,
  text,
  icon,
  note,
  selected,
  active,
  hover,
}: IconTileProps<T>): ReactElement {
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={selected}
      data-index={index}
      data-active={active ? '' : undefined}
      className={cx(styles.tile, hover && styles.hover)}
    >
      <div className={styles.tileInner} data-grab="" title={text}>
        <span className={cx(styles.check, styles.tileCheck, selected && styles.checked)} data-check="">
          {selected ? <Check /> : null}
        </span>
        <span className={styles.tileIcon}>{icon(item)}</span>
        <span className={styles.tileName}>{text}</span>
        {note === undefined ? null : <span className={styles.tileNote}>{note(item)}</span>}
      </div>
    </div>
  );
}

function makeRow<T>(): CollectionRow<T, IconGridRowContext<T>> {
  const MemoTile = memo(IconTile<T>);
  return function Row(props: RowComponentProps<CollectionRowProps<T, IconGridRowContext<T>>>) {
    const { index, style, items, keyOf, textOf, latestSelection, active, hover, columns, idBase } = props;
    const { icon, note } = props.extra;
    const first = index * columns;
    return (
      <div
        role="row"
        aria-rowindex={index + 1}
        className={styles.tiles}
        style={{ ...style, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {items.slice(first, first + columns).map((item, column) => {
          const key = keyOf(item);
          return (
            <MemoTile
              key={key}
              item={item}
              index={first + column}
              column={column}
              id={`${idBase}-${first + column}`}
              text={textOf(item)}
              icon={icon}
              note={note}
              selected={latestSelection.has(key)}
              active={active === key}
              hover={hover === first + column}
            />
          );
        })}
      </div>
    );
  };
}

function TileSkeletons({ columns, height }: { readonly columns: number; readonly height: number }) {
  return (
    <div
      className={styles.tileSkeletons}
      aria-hidden="true"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {Array.from({ length: columns * 3 }, (_, index) => (
        <div key={index} className={styles.tileSkeleton} style={{ height }}>
          <span className={styles.skeleton} style={{ width: 56, height: 56, borderRadius: 12 }} />
          <span className={styles.skeleton} style={{ width: '62%' }} />
        </div>
      ))}
    </div>
  );
}

/** Tiles with a picture and a name; the same interaction as {@link DataList}, with arrows in both directions. */
export function IconGrid<T>(props: IconGridProps<T>) {
  const idBase = useId();
  const { items, tileWidth = 116, renderIcon, renderNote } = props;
  const tileHeight = useTextScaledHeight(props.tileHeight ?? 128);
  const [width, onElement] = useElementWidth();
  const inner = Math.max(0, width - 2 * GRID_PADDING_PX);
  const columns = columnsFor(inner, tileWidth);
  const row = useMemo(() => makeRow<T>(), []);
  const layout = useMemo(
    () => ({
      count: items.length,
      columns,
      itemWidth: inner === 0 ? tileWidth : inner / columns,
      itemHeight: tileHeight,
      top: GRID_PADDING_PX,
      left: GRID_PADDING_PX,
    }),
    [items.length, columns, inner, tileWidth, tileHeight],
  );
  const extra = useMemo<IconGridRowContext<T>>(
    () => ({ icon: renderIcon, note: renderNote }),
    [renderIcon, renderNote],
  );
  return (
    <Collection<T, IconGridRowContext<T>>
      {...props}
      idBase={idBase}
      layout={layout}
      row={row}
      extra={extra}
      onElement={onElement}
      skeleton={<TileSkeletons columns={columns} height={tileHeight} />}
      aria={{ 'aria-rowcount': Math.ceil(items.length / columns), 'aria-colcount': columns }}
    />
  );
}
