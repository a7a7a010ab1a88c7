import { Radio } from '@base-ui/react/radio';
import { RadioGroup as Base } from '@base-ui/react/radio-group';
import { useId, type ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { VisuallyHidden } from '../base/VisuallyHidden.tsx';
import styles from './choice.module.css';

export interface RadioOption<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

export interface RadioGroupProps<V extends string> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: V | null;
  readonly options: readonly RadioOption<V>[];
  readonly onValueChange: (value: V) => void;
  /** Side by side instead of one below the other. */
  readonly across?: boolean;
  readonly disabled?: boolean;
}

export function RadioGroup<V extends string>({
  label,
  hideLabel = false,
  value,
  options,
  onValueChange,
  across = false,
  disabled = false,
}: RadioGroupProps<V>) {
  const id = useId();
  return (
    <div className={styles.group}>
      <span id={id} className={styles.legend}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </span>
      <Base
        aria-labelledby={id}
        className={cx(styles.group, across && styles.across)}
        value={value}
        disabled={disabled}
        onValueChange={(next) => {
          const option = options.find((one) => one.value === next);
          if (option !== undefined) onValueChange(option.value);
        }}
      >
        {options.map((option) => (
          <label key={option.value} className={styles.row}>
            <Radio.Root value={option.value} disabled={option.disabled ?? false} className={styles.dot}>
              <Radio.Indicator className={styles.pip} />
            </Radio.Root>
            <span>
              {option.label}
              {option.hint === undefined ? null : <span className={styles.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </Base>
    </div>
  );
}
