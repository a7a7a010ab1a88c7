import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { VisuallyHidden } from '../base/VisuallyHidden.tsx';
import styles from './field.module.css';

/** Texts that every field shows around its control. */
export interface FieldTexts {
  readonly label: string;
  /** Shows the label to assistive technology only. */
  readonly hideLabel?: boolean;
  /** Help text that stays visible. */
  readonly hint?: ReactNode;
  /** Error text; announced when it appears. */
  readonly error?: ReactNode;
  readonly required?: boolean;
}

/** Spread on the control inside a {@link Field}. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

export interface FieldProps extends FieldTexts {
  readonly className?: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

const isPresent = (node: ReactNode): boolean => node !== undefined && node !== null && node !== '' && node !== false;

/** Label, control, help and error of one input, linked for assistive technology. */
export function Field({ label, hideLabel = false, hint, error, required = false, className, children }: FieldProps) {
  const id = useId();
  const hasError = isPresent(error);
  const described = [isPresent(hint) && `${id}-hint`, hasError && `${id}-error`].filter(Boolean).join(' ');
  const text = (
    <>
      {label}
      {required ? (
        <span className={styles.required} aria-hidden="true">
          *
        </span>
      ) : null}
    </>
  );
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {hideLabel ? <VisuallyHidden>{text}</VisuallyHidden> : text}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': hasError || undefined,
        'aria-required': required || undefined,
      })}
      {isPresent(hint) ? (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      ) : null}
      <div aria-live="polite" id={`${id}-error`} className={hasError ? styles.error : undefined}>
        {hasError ? (
          <>
            <CircleAlert />
            <span>{error}</span>
          </>
        ) : null}
      </div>
    </div>
  );
}
