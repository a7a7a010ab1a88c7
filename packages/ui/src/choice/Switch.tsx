import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import styles from './choice.module.css';

export interface SwitchProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  /** Label at the start and switch at the end of the row, as in a settings page. */
  readonly between?: boolean;
}

/** A setting that takes effect immediately. */
export function Switch({ label, hint, checked, onCheckedChange, disabled = false, between = false }: SwitchProps) {
  return (
    <label className={cx(styles.row, between && styles.between)}>
      <Base.Root
        className={styles.switch}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => {
          onCheckedChange(next);
        }}
      >
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
      <span>
        {label}
        {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  );
}
