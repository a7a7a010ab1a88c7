import type { Location } from '@boxwood/domain';
import type { ReactNode, RefObject } from 'react';
import styles from './start.module.css';

export interface RowProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly note: string;
  readonly onPress: () => void;
  /** Drop target of the row; undefined when it accepts no drops. */
  readonly onto?: 'bin' | (Location & { readonly readOnly: boolean }) | undefined;
}

interface HeldRow extends RowProps {
  readonly button?: RefObject<HTMLButtonElement | null>;
  /** An accepted drag hovers over the row. */
  readonly over?: boolean;
}

/** A row of the start page: icon, name and note. */
export const Row = ({ icon, name, note, onPress, button, over = false }: HeldRow) => (
  <button ref={button} type="button" className={styles.row} data-over={over ? '' : undefined} onClick={onPress}>
    <span className={styles.icon}>{icon}</span>
    <span className={styles.words}>
      <b>{name}</b>
      {note === '' ? null : <small>{note}</small>}
    </span>
  </button>
);
