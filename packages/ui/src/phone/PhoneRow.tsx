import type { ReactNode } from 'react';
import styles from './phone.module.css';

export interface PhoneRowProps {
  readonly icon: ReactNode;
  readonly name: ReactNode;
  /** Small texts below the name, in one line; empty ones are left out. */
  readonly facts: readonly string[];
  /** An additional line. */
  readonly extraLine?: ReactNode;
  /** One button at the end of the row. */
  readonly end?: ReactNode;
}

/** A list row on phones: an icon, the name, and facts in small text. */
export function PhoneRow({ icon, name, facts, extraLine, end }: PhoneRowProps) {
  const factText = facts.filter((fact) => fact !== '').join(' · ');
  return (
    <span className={styles.handRow} data-wide={end === undefined ? undefined : ''}>
      {icon}
      <span className={styles.handWords}>
        <span className={styles.handName}>{name}</span>
        {factText === '' ? null : <span className={styles.handFacts}>{factText}</span>}
        {extraLine === undefined ? null : <span className={styles.handFacts}>{extraLine}</span>}
      </span>
      {end}
    </span>
  );
}

/** Heights of a {@link PhoneRow} in px: with its facts, with an additional line, and in a dialog. */
export const PHONE_ROW_HEIGHT_PX = { usual: 64, more: 80, small: 56 } as const;
