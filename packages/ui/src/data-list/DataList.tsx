import { ArrowDown, ArrowUp, Check, Minus } from 'lucide-react';
import {
  memo,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { RowComponentProps } from 'react-window';
import { cx } from '../base/cx.ts';
import { useElementWidth } from '../base/use-element-width.ts';
import { VisuallyHidden } from '../base/VisuallyHidden.tsx';
import { useTextScaledHeight } from '../base/use-text-scaled-height.ts';
import { Collection, type CollectionProps, type CollectionRow, type CollectionRowProps } from './Collection.tsx';
import { columnFitOf, minTrackWidth } from './grid-geometry.ts';
import { allSelected, clearSelection, orderOf, selectAll } from './selection.ts';
import { ColumnResizeHandle } from './ColumnResizeHandle.tsx';
import styles from './data-list.module.css';

export interface DataListColumn<T> {
  readonly id: string;
  readonly header: string;
  /** A CSS grid track: `minmax(200px, 1fr)`, `120px`. */
  readonly width: string;
  readonly align?: 'start' | 'end';
  /** Tabular digits. */
  readonly numeric?: boolean;
  readonly sortable?: boolean;
  /** Hidden where the columns do not fit next to each other. */
  readonly secondary?: boolean;
  /** Must be the same function between renders; called only for rows in view. */
  readonly render: (item: T) => ReactNode;
}

export interface SortOrder {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

export interface DataListProps<T> extends CollectionProps<T> {
  /** The first column is the name: dragging starts on its content. Keep the array stable between renders. */
  readonly columns: readonly DataListColumn<T>[];
  readonly sort?: SortOrder;
  readonly onSortChange?: (sort: SortOrder) => void;
  /** Shows a column of check boxes; this text names the one in the header. */
  readonly selectAllLabel?: string;
  /** In px; the default suits a mouse. */
  readonly rowHeight?: number;
  /** Widths in px of columns after the first that the user has resized. Keep the map stable between renders. */
  readonly widths?: ReadonlyMap<string, number>;
  /** Lets the user resize the columns after the first one; called when the edge is released. */
  readonly onColumnResize?: (column: string, width: number) => void;
  /** Accessible name of the resize handle of a column. */
  readonly resizeLabel?: (header: string) => string;
  /** For phones: no column headers, and check boxes only while something is selected. */
  readonly headerless?: boolean;
}

interface DataListRowContext<T> {
  readonly columns: readonly DataListColumn<T>[];
  readonly tracks: string;
  readonly checks: boolean;
  /** The name stands above the other columns. */
  readonly stacked: boolean;
}

const HEADER_HEIGHT_PX = 36;
const CHECK_WIDTH_PX = 40;
/** Left and right padding of a row together, in px. */
const ROW_PADDING_PX = 16;
const STACKED_ROW_HEIGHT_PX = 56;

interface DataRowProps<T> extends DataListRowContext<T> {
  readonly item: T;
  readonly index: number;
  readonly id: string;
  readonly style: CSSProperties;
  readonly selected: boolean;
  readonly active: boolean;
  readonly hover: boolean;
}

/** One row; rendered again only when something about this row changed. */
function DataRow<T>(props: DataRowProps<T>): ReactElement {
  const { item, index, columns, tracks, checks, stacked, selected, active, hover, style } = props;
  const [name, ...others] = columns;
  const { transform, height } = style;
  const rowStyle = useMemo<CSSProperties>(
    () => ({ position: 'absolute', left: 0, width: '100%', transform, height, gridTemplateColumns: tracks }),
    [transform, height, tracks],
  );
  return (
    <div
      id={props.id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-index={index}
      data-active={active ? '' : undefined}
      className={cx(styles.line, stacked && styles.stacked, hover && styles.hover)}
      style={rowStyle}
    >
      {checks ? (
        <div role="gridcell" className={styles.checkCell} data-check="">
          <span className={cx(styles.check, selected && styles.checked)}>{selected ? <Check /> : null}</span>
        </div>
      ) : null}
      {name === undefined ? null : (
        <div role="gridcell" className={styles.cell}>
          <span className={styles.grab} data-grab="">
            {name.render(item)}
          </span>
        </div>
      )}
      <div role="presentation" className={styles.others}>
        {others.map((column) => (
          <div
            key={column.id}
            role="gridcell"
            data-column={column.id}
            className={cx(styles.cell, column.align === 'end' && styles.end, column.numeric === true && styles.numeric)}
          >
            {column.render(item)}
          </div>
        ))}
      </div>
    </div>
  );
}

const isSameRow = <T,>(a: DataRowProps<T>, b: DataRowProps<T>): boolean =>
  a.item === b.item &&
  a.index === b.index &&
  a.columns === b.columns &&
  a.tracks === b.tracks &&
  a.checks === b.checks &&
  a.stacked === b.stacked &&
  a.selected === b.selected &&
  a.active === b.active &&
  a.hover === b.hover &&
  a.style.transform === b.style.transform &&
  a.style.height === b.style.height;

function makeRow<T>(): CollectionRow<T, DataListRowContext<T>> {
  const MemoRow = memo(DataRow<T>, isSameRow<T>);
  return function Row(props: RowComponentProps<CollectionRowProps<T, DataListRowContext<T>>>) {
    const { index, style, items, keyOf, latestSelection, active, hover, idBase } = props;
    const item = items[index];
    if (item === undefined) return null;
    const key = keyOf(item);
    return (
      <MemoRow
        item={item}
        index={index}
        id={`${idBase}-${index}`}
        style={style}
        {...props.extra}
        selected={latestSelection.has(key)}
        active={active === key}
        hover={hover === index}
      />
    );
  };
}

interface DataListHeaderProps<T> {
  readonly list: DataListProps<T>;
  readonly extra: DataListRowContext<T>;
  readonly onColumnResize: (column: string, width: number, done: boolean) => void;
}

/**
 * Writes the scroll offset of the list to its header, for windows where `position: sticky` does not apply
 * (`data-list.module.css`).
 */
function followScroll(header: HTMLElement | null): (() => void) | undefined {
  const scroller = header?.parentElement ?? null;
  if (header === null || scroller === null) return undefined;
  const follow = (): void => {
    header.style.setProperty('--scrolled', `${scroller.scrollTop}px`);
  };
  follow();
  scroller.addEventListener('scroll', follow, { passive: true });
  return () => {
    scroller.removeEventListener('scroll', follow);
  };
}

function DataListHeader<T>({ list, extra, onColumnResize }: DataListHeaderProps<T>) {
  const { sort, selection, items, keyOf, selectAllLabel } = list;
  const { columns, tracks, stacked } = extra;
  const order = orderOf(items, keyOf);
  const all = allSelected(selection, order);
  const header = useRef<HTMLDivElement>(null);
  useEffect(() => followScroll(header.current), []);
  return (
    <div ref={header} role="rowgroup" className={styles.header} data-no-select="">
      <div
        role="row"
        aria-rowindex={1}
        className={cx(styles.headerRow, stacked && styles.headerStacked)}
        style={{ gridTemplateColumns: tracks }}
      >
        {selectAllLabel === undefined ? null : (
          <div role="columnheader" className={styles.checkCell}>
            <button
              type="button"
              role="checkbox"
              aria-checked={all ? true : selection.keys.size > 0 ? 'mixed' : false}
              aria-label={selectAllLabel}
              className={cx(styles.check, selection.keys.size > 0 && styles.checked)}
              onClick={() => {
                list.onSelectionChange(all ? clearSelection(selection) : selectAll(selection, order));
              }}
            >
              {all ? <Check /> : selection.keys.size > 0 ? <Minus /> : null}
            </button>
          </div>
        )}
        {columns.map((column, index) => {
          const sorted = sort?.column === column.id ? sort.direction : undefined;
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-label={column.header}
              data-first={index === 0 ? minTrackWidth(column.width) : undefined}
              aria-sort={column.sortable === true ? (sorted ?? 'none') : undefined}
              data-column={column.id}
              className={cx(styles.headerCell, column.align === 'end' && styles.end)}
            >
              {list.onColumnResize === undefined || stacked || index === 0 ? null : (
                <ColumnResizeHandle
                  label={list.resizeLabel?.(column.header) ?? column.header}
                  column={column.id}
                  width={minTrackWidth(column.width)}
                  onResize={(width, done) => {
                    onColumnResize(column.id, width, done);
                  }}
                />
              )}
              {column.sortable === true ? (
                <button
                  type="button"
                  className={styles.sort}
                  onClick={() => {
                    list.onSortChange?.({
                      column: column.id,
                      direction: sorted === 'ascending' ? 'descending' : 'ascending',
                    });
                  }}
                >
                  {column.header}
                  {sorted === 'ascending' ? <ArrowUp /> : null}
                  {sorted === 'descending' ? <ArrowDown /> : null}
                </button>
              ) : stacked && index > 0 ? (
                // In the stacked layout no column stands below this header.
                <VisuallyHidden>{column.header}</VisuallyHidden>
              ) : (
                column.header
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Placeholder rows while the list loads. */
function RowSkeletons({ rows, height }: { readonly rows: number; readonly height: number }) {
  return (
    <div className={styles.skeletons} aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.skeletonRow} style={{ height }}>
          <span className={styles.skeleton} style={{ width: 20, height: 20 }} />
          <span className={styles.skeleton} style={{ width: `${24 + ((index * 37) % 28)}%` }} />
        </div>
      ))}
    </div>
  );
}

/**
 * Rows with columns: 100,000 items, an ARIA grid with one tab stop. Arrows, Home, End, Page keys, Shift ranges, Ctrl
 * toggles, Ctrl+A, Esc, Enter, type-ahead, rubber band, drag and drop. It never scrolls sideways: where the columns do
 * not fit, the secondary ones are hidden first, then the name gets its own line.
 */
export function DataList<T>(props: DataListProps<T>) {
  const idBase = useId();
  const { items, selectAllLabel } = props;
  const headerless = props.headerless ?? false;
  const checks = selectAllLabel !== undefined && (!headerless || props.selection.keys.size > 0);
  const [width, onElement] = useElementWidth();
  const { widths, onColumnResize } = props;
  const [resizing, setResizing] = useState<{ readonly column: string; readonly width: number } | null>(null);
  const resizedColumns = useMemo(
    () =>
      props.columns.map((column) => {
        const px = resizing?.column === column.id ? resizing.width : widths?.get(column.id);
        return px === undefined ? column : { ...column, width: `${px}px` };
      }),
    [props.columns, widths, resizing],
  );
  const fit = columnFitOf(resizedColumns, width - ROW_PADDING_PX - (checks ? CHECK_WIDTH_PX : 0));
  const extra = useMemo<DataListRowContext<T>>(() => {
    const columns = fit === 'all' ? resizedColumns : resizedColumns.filter(({ secondary }) => secondary !== true);
    const stacked = fit === 'stacked';
    const tracks = stacked ? ['minmax(0, 1fr)'] : columns.map((column) => column.width);
    return { columns, stacked, checks, tracks: [...(checks ? [`${CHECK_WIDTH_PX}px`] : []), ...tracks].join(' ') };
  }, [resizedColumns, fit, checks]);
  const { columns, stacked } = extra;
  const rowHeight = useTextScaledHeight(stacked ? STACKED_ROW_HEIGHT_PX : (props.rowHeight ?? 36));
  const row = useMemo(() => makeRow<T>(), []);
  const layout = useMemo(
    () => ({
      count: items.length,
      columns: 1,
      itemWidth: Number.MAX_SAFE_INTEGER,
      itemHeight: rowHeight,
      top: headerless ? 0 : HEADER_HEIGHT_PX,
      left: 0,
    }),
    [items.length, rowHeight, headerless],
  );
  return (
    <Collection<T, DataListRowContext<T>>
      {...props}
      idBase={idBase}
      layout={layout}
      row={row}
      extra={extra}
      onElement={onElement}
      header={
        headerless ? null : (
          <DataListHeader
            list={props}
            extra={extra}
            onColumnResize={(column, px, done) => {
              setResizing(done ? null : { column, width: px });
              if (done) onColumnResize?.(column, px);
            }}
          />
        )
      }
      skeleton={<RowSkeletons rows={9} height={rowHeight} />}
      aria={{ 'aria-rowcount': items.length + 1, 'aria-colcount': columns.length + (checks ? 1 : 0) }}
    />
  );
}
