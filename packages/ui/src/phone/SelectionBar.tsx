import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import styles from './phone.module.css';

export interface SelectionAct {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabledReason?: string | undefined;
  readonly onPress: () => void;
}

export interface SelectionBarProps {
  readonly label: string;
  readonly acts: readonly SelectionAct[];
  /** The button for further actions. */
  readonly children?: ReactNode;
}

/** Actions for the selected items, at the bottom of the screen instead of the bottom bar. */
export function SelectionBar({ label, acts, children }: SelectionBarProps) {
  return (
    <div className={styles.acts} role="toolbar" aria-label={label} data-selection-bar="">
      {acts.map(({ id, label: name, icon, disabledReason, onPress }) => (
        <Button
          key={id}
          variant="quiet"
          className={styles.act ?? ''}
          icon={icon}
          disabledReason={disabledReason}
          onClick={onPress}
        >
          {name}
        </Button>
      ))}
      {children}
    </div>
  );
}

/** CSS class of the button that opens further actions. */
export const selectionAct = styles.act ?? '';
