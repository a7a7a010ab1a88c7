import type { ReactNode } from 'react';
import styles from './catalogue.module.css';

/** A titled example of one component or state. */
export function Demo({
  title,
  children,
  look = 'row',
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly look?: 'row' | 'grid' | 'plain';
}) {
  return (
    <section className={styles.demo} aria-label={title}>
      <h2 className={styles.demoTitle}>{title}</h2>
      <div className={look === 'plain' ? undefined : styles[look]}>{children}</div>
    </section>
  );
}
