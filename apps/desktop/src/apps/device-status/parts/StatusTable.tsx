import { EmptyState, IconArrowDown } from '@boxwood/ui';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import styles from '../device-status.module.css';

/** A column. With `sortValue` the table can be sorted by it, largest first. */
export interface StatusColumn<R> {
  readonly id: string;
  readonly title: string;
  readonly render: (row: R) => ReactNode;
  readonly sortValue?: (row: R) => number;
  /** Hidden where the table is narrow. */
  readonly secondary?: boolean;
}

/** A plain table, sortable by its numeric columns. */
export const StatusTable = <R,>({
  label,
  rows,
  columns,
  keyOf,
  empty,
  onSort,
}: {
  readonly label: string;
  readonly rows: readonly R[];
  readonly columns: readonly StatusColumn<R>[];
  readonly keyOf: (row: R) => string;
  readonly empty: string;
  readonly onSort?: (column: string) => void;
}) => {
  const t = useText(messages);
  const [sortedColumn, setSortedColumn] = useState(
    () => columns.find((column) => column.sortValue !== undefined)?.id ?? '',
  );
  const sortValue = columns.find((column) => column.id === sortedColumn)?.sortValue;
  const sortedRows = sortValue === undefined ? rows : rows.toSorted((a, b) => sortValue(b) - sortValue(a));
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
              {...(column.sortValue === undefined
                ? {}
                : { 'aria-sort': column.id === sortedColumn ? 'descending' : 'none' })}
            >
              {column.sortValue === undefined ? (
                column.title
              ) : (
                <button
                  type="button"
                  className={styles.sort}
                  aria-label={t('sortBy', { column: column.title })}
                  onClick={() => {
                    setSortedColumn(column.id);
                    onSort?.(column.id);
                  }}
                >
                  {column.title}
                  {column.id === sortedColumn ? <IconArrowDown size={14} /> : null}
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sortedRows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td key={column.id} className={column.secondary === true ? styles.secondary : undefined}>
                {column.render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
