import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { Field, type FieldTexts } from './Field.tsx';
import styles from './field.module.css';

export interface TextFieldProps
  extends FieldTexts, Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange' | 'required'> {
  readonly icon?: ReactNode;
  /** Unit or suffix after the text. */
  readonly affix?: ReactNode;
  /** Buttons inside the box, at its end. */
  readonly tools?: ReactNode;
  /** The text as the user typed it. */
  readonly onValueChange?: (value: string) => void;
  readonly onChange?: ComponentProps<'input'>['onChange'];
  readonly className?: string;
}

/** A single-line text input. Native input props and the ref go to the input. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  required,
  icon,
  affix,
  tools,
  onValueChange,
  onChange,
  className,
  type = 'text',
  ...input
}: TextFieldProps) {
  return (
    <Field
      label={label}
      hideLabel={hideLabel ?? false}
      hint={hint}
      error={error}
      required={required ?? false}
      className={className}
    >
      {(control) => (
        <div className={styles.box}>
          {icon}
          <input
            {...input}
            {...control}
            type={type}
            className={styles.input}
            onChange={(event) => {
              onChange?.(event);
              onValueChange?.(event.currentTarget.value);
            }}
          />
          {affix === undefined ? null : <span className={styles.affix}>{affix}</span>}
          {tools === undefined ? null : <span className={styles.tools}>{tools}</span>}
        </div>
      )}
    </Field>
  );
}

export interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'required'> {
  readonly onValueChange?: (value: string) => void;
  readonly className?: string;
}

/** A multi-line text input. */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  required,
  onValueChange,
  onChange,
  className,
  ...area
}: TextAreaProps) {
  return (
    <Field
      label={label}
      hideLabel={hideLabel ?? false}
      hint={hint}
      error={error}
      required={required ?? false}
      className={className}
    >
      {(control) => (
        <div className={styles.box}>
          <textarea
            {...area}
            {...control}
            className={cx(styles.input, styles.area)}
            onChange={(event) => {
              onChange?.(event);
              onValueChange?.(event.currentTarget.value);
            }}
          />
        </div>
      )}
    </Field>
  );
}
