import { NumberField as Base } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { Field, type FieldTexts } from './Field.tsx';
import styles from './field.module.css';

export interface NumberFieldProps extends FieldTexts {
  readonly value: number | null;
  readonly onValueChange: (value: number | null) => void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** BCP 47 language of the digits and separators. */
  readonly locale?: string;
  readonly format?: Intl.NumberFormatOptions;
  readonly affix?: ReactNode;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly decreaseLabel: string;
  readonly increaseLabel: string;
  readonly className?: string;
}

/** A number input with steps and limits, formatted for the user's locale. */
export function NumberField({
  label,
  hideLabel,
  hint,
  error,
  required,
  affix,
  decreaseLabel,
  increaseLabel,
  className,
  onValueChange,
  ...root
}: NumberFieldProps) {
  return (
    <Field
      label={label}
      hideLabel={hideLabel ?? false}
      hint={hint}
      error={error}
      required={required ?? false}
      className={className}
    >
      {({ id, ...control }) => (
        <Base.Root
          {...root}
          id={id}
          onValueChange={(value) => {
            onValueChange(value);
          }}
        >
          <Base.Group className={styles.box}>
            <Base.Input {...control} aria-roledescription={undefined} className={cx(styles.input, styles.number)} />
            {affix === undefined ? null : <span className={styles.affix}>{affix}</span>}
            <span className={styles.tools}>
              <Base.Decrement className={styles.step} aria-label={decreaseLabel}>
                <Minus />
              </Base.Decrement>
              <Base.Increment className={styles.step} aria-label={increaseLabel}>
                <Plus />
              </Base.Increment>
            </span>
          </Base.Group>
        </Base.Root>
      )}
    </Field>
  );
}
