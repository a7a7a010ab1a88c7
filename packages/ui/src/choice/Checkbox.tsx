import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './choice.module.css';

export interface CheckboxProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  /** Only some of the items it stands for are checked. */
  readonly mixed?: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly name?: string;
}

export function Checkbox({
  label,
  hint,
  checked,
  mixed = false,
  onCheckedChange,
  disabled = false,
  name,
}: CheckboxProps) {
  return (
    <label className={styles.row}>
      <Base.Root
        className={styles.box}
        checked={checked}
        indeterminate={mixed}
        disabled={disabled}
        name={name}
        onCheckedChange={(next) => {
          onCheckedChange(next);
        }}
      >
        <Base.Indicator>{mixed ? <Minus /> : <Check />}</Base.Indicator>
      </Base.Root>
      <span>
        {label}
        {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  );
}
