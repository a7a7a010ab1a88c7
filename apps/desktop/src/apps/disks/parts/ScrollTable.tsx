import type { ReactNode } from 'react';
import styles from '../disks.module.css';

/** A table that scrolls horizontally when it is wider than the dialog. */
export const ScrollTable = ({
  label,
  columnTitles,
  children,
}: {
  readonly label: string;
  readonly columnTitles: readonly string[];
  readonly children: ReactNode;
}) => (
  <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columnTitles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
