import type { ReactNode } from 'react';
import styles from './catalogue.module.css';

/** A titled example of one component or state. */
export function Demo({
  title,
  children,
  layout = 'row',
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly layout?: 'row' | 'grid' | 'plain';
}) {
  return (
    <section className={styles.demo} aria-label={title}>
      <h2 className={styles.demoTitle}>{title}</h2>
      <div className={layout === 'plain' ? undefined : styles[layout]}>{children}</div>
    </section>
  );
}
