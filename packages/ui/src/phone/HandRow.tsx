import type { ReactNode } from 'react';
import styles from './phone.module.css';

export interface HandRowProps {
  readonly icon: ReactNode;
  readonly name: ReactNode;
  /** Small below the name, beside each other; what is empty is left out. */
  readonly facts: readonly string[];
  /** A line more, where something else has to be said. */
  readonly more?: ReactNode;
  /** At the end of the line: one button. */
  readonly end?: ReactNode;
}

/** What a line of a list shows in a hand: a picture, the name, and small what is known of it. */
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

/** How high a line of {@link HandRow} is, px: with its facts, with a line more, and in a dialog. */
export const HAND_ROW = { usual: 64, more: 80, small: 56 } as const;
