import type { ReactNode } from 'react';
import styles from '../disks.module.css';

/** A table that scrolls horizontally when it is wider than the dialog. */
export const Table = ({
  label,
  head,
  children,
}: {
  readonly label: string;
  readonly head: readonly string[];
  readonly children: ReactNode;
}) => (
  <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {head.map((title) => (
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
