import type { Location } from '@boxwood/domain';
import type { ReactNode, RefObject } from 'react';
import styles from './start.module.css';

export interface RowProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly note: string;
  readonly onPress: () => void;
  /** Where it takes what is drawn onto it; nothing is where it is absent. */
  readonly onto?: 'bin' | (Location & { readonly readOnly: boolean }) | undefined;
}

interface HeldRow extends RowProps {
  readonly button?: RefObject<HTMLButtonElement | null>;
  /** Something that it takes hovers over it. */
  readonly over?: boolean;
}

/** A place of the first page: its picture, its name, and what is to say of it. */
export const Row = ({ icon, name, note, onPress, button, over = false }: HeldRow) => (
  <button ref={button} type="button" className={styles.row} data-over={over ? '' : undefined} onClick={onPress}>
    <span className={styles.icon}>{icon}</span>
    <span className={styles.words}>
      <b>{name}</b>
      {note === '' ? null : <small>{note}</small>}
    </span>
  </button>
);
