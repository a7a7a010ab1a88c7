import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import styles from './phone.module.css';

export interface SelectionAction {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabledReason?: string | undefined;
  readonly onPress: () => void;
}

export interface SelectionBarProps {
  readonly label: string;
  readonly actions: readonly SelectionAction[];
  /** The button for further actions. */
  readonly children?: ReactNode;
}

/** Actions for the selected items, at the bottom of the screen instead of the bottom bar. */
export function SelectionBar({ label, actions, children }: SelectionBarProps) {
  return (
    <div className={styles.acts} role="toolbar" aria-label={label} data-selection-bar="">
      {actions.map(({ id, label: name, icon, disabledReason, onPress }) => (
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
export const selectionActionClass = styles.act ?? '';
