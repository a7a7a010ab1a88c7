import type { ReactNode } from 'react';
import styles from './phone.module.css';

export interface HandRowProps {
  readonly icon: ReactNode;
  readonly name: ReactNode;
  /** Small texts below the name, in one line; empty ones are left out. */
  readonly facts: readonly string[];
  /** An additional line. */
  readonly more?: ReactNode;
  /** One button at the end of the row. */
  readonly end?: ReactNode;
}

/** A list row on phones: an icon, the name, and facts in small text. */
export function HandRow({ icon, name, facts, more, end }: HandRowProps) {
  const known = facts.filter((fact) => fact !== '').join(' · ');
  return (
    <span className={styles.handRow} data-wide={end === undefined ? undefined : ''}>
      {icon}
      <span className={styles.handWords}>
        <span className={styles.handName}>{name}</span>
        {known === '' ? null : <span className={styles.handFacts}>{known}</span>}
        {more === undefined ? null : <span className={styles.handFacts}>{more}</span>}
      </span>
      {end}
    </span>
  );
}

/** Heights of a {@link PhoneRow} in px: with its facts, with an additional line, and in a dialog. */
export const HAND_ROW = { usual: 64, more: 80, small: 56 } as const;
