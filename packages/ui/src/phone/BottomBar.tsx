import type { ReactNode } from 'react';
import styles from './phone.module.css';

export interface BottomBarItem<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly icon: ReactNode;
  /** Shows a dot, and is announced after the label: there is something new. */
  readonly newsLabel?: string | undefined;
}

export interface BottomBarProps<Id extends string> {
  readonly label: string;
  readonly items: readonly BottomBarItem<Id>[];
  /** Null: none of the destinations is active. */
  readonly current: Id | null;
  readonly onSelect: (id: Id) => void;
  /** Hidden while the user scrolls down. */
  readonly hidden?: boolean;
}

/** The main destinations at the bottom of a phone; on wider screens they stand at the side. */
export function BottomBar<Id extends string>({ label, items, current, onSelect, hidden = false }: BottomBarProps<Id>) {
  return (
    <nav className={styles.places} aria-label={label} data-hidden={hidden ? '' : undefined}>
      {items.map(({ id, label: name, icon, newsLabel }) => (
        <button
          key={id}
          type="button"
          className={styles.place}
          data-place={id}
          aria-current={id === current ? 'page' : undefined}
          aria-label={newsLabel === undefined ? name : `${name}, ${newsLabel}`}
          onClick={() => {
            onSelect(id);
          }}
        >
          <span className={styles.pill} data-news={newsLabel === undefined ? undefined : ''}>
            {icon}
          </span>
          <span>{name}</span>
        </button>
      ))}
    </nav>
  );
}
