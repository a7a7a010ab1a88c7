import type { Location } from '@boxwood/domain';
import type { ReactNode, RefObject } from 'react';
import styles from './start.module.css';

export interface StartRowProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly note: string;
  readonly onPress: () => void;
  /** Drop target of the row; undefined when it accepts no drops. */
  readonly dropTarget?: 'bin' | (Location & { readonly readOnly: boolean }) | undefined;
}

interface StartRowElementProps extends StartRowProps {
  readonly button?: RefObject<HTMLButtonElement | null>;
  /** An accepted drag hovers over the row. */
  readonly isOver?: boolean;
}

/** A row of the start page: icon, name and note. */
export const StartRow = ({ icon, name, note, onPress, button, isOver = false }: StartRowElementProps) => (
  <button ref={button} type="button" className={styles.row} data-over={isOver ? '' : undefined} onClick={onPress}>
    <span className={styles.icon}>{icon}</span>
    <span className={styles.words}>
      <b>{name}</b>
      {note === '' ? null : <small>{note}</small>}
    </span>
  </button>
);
