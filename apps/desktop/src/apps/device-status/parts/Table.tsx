import { EmptyState, IconArrowDown } from '@boxwood/ui';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import styles from '../device-status.module.css';

/** A column. With `sortValue` the table can be sorted by it, largest first. */
export interface Column<R> {
  readonly id: string;
  readonly title: string;
  readonly show: (row: R) => ReactNode;
  readonly by?: (row: R) => number;
  /** Hidden where the table is narrow. */
  readonly secondary?: boolean;
}

/** A plain table, sortable by its numeric columns. */
export const Table = <R,>({
  label,
  rows,
  columns,
  keyOf,
  empty,
  onSort,
}: {
  readonly label: string;
  readonly rows: readonly R[];
  readonly columns: readonly Column<R>[];
  readonly keyOf: (row: R) => string;
  readonly empty: string;
  readonly onSort?: (column: string) => void;
}) => {
  const t = useText(messages);
  const [sorted, setSorted] = useState(() => columns.find((column) => column.by !== undefined)?.id ?? '');
  const by = columns.find((column) => column.id === sorted)?.by;
  const shown = by === undefined ? rows : rows.toSorted((a, b) => by(b) - by(a));
  if (rows.length === 0) return <EmptyState title={empty} />;
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={column.secondary === true ? styles.secondary : undefined}
              {...(column.by === undefined ? {} : { 'aria-sort': column.id === sorted ? 'descending' : 'none' })}
            >
              {column.by === undefined ? (
                column.title
              ) : (
                <button
                  type="button"
                  className={styles.sort}
                  aria-label={t('sortBy', { column: column.title })}
                  onClick={() => {
                    setSorted(column.id);
                    onSort?.(column.id);
                  }}
                >
                  {column.title}
                  {column.id === sorted ? <IconArrowDown size={14} /> : null}
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td key={column.id} className={column.secondary === true ? styles.secondary : undefined}>
                {column.show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
