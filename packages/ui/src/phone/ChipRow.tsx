import type { ReactNode } from 'react';
import styles from './phone.module.css';

export interface Chip {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Whether the chip is active; absent for a chip that only triggers an action. */
  readonly pressed?: boolean;
  readonly onPress: () => void;
}

export interface ChipRowProps {
  /** Accessible name. */
  readonly label: string;
  readonly chips: readonly Chip[];
}

/** Small options in one row, which scrolls sideways when they do not fit. */
export function ChipRow({ label, chips }: ChipRowProps) {
  return (
    <div className={styles.chips} role="group" aria-label={label} data-drawn="">
      {chips.map(({ id, label: name, icon, pressed, onPress }) => (
        <button key={id} type="button" className={styles.chip} aria-pressed={pressed} onClick={onPress}>
          {icon}
          {name}
        </button>
      ))}
    </div>
  );
}
