import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { Field, type FieldTexts } from './Field.tsx';
import styles from './field.module.css';

export interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectProps<V extends string> extends FieldTexts {
  readonly value: V | null;
  readonly options: readonly SelectOption<V>[];
  readonly onValueChange: (value: V) => void;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly className?: string;
}

/**
 * One value from a short list. Adds no style element to the page, which a strict content security policy would refuse.
 */
export function Select<V extends string>({
  label,
  hideLabel,
  hint,
  error,
  required,
  value,
  options,
  onValueChange,
  placeholder,
  disabled = false,
  className,
}: SelectProps<V>) {
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
        <CSPProvider disableStyleElements>
          <Base.Root
            items={options}
            value={value}
            disabled={disabled}
            modal={false}
            onValueChange={(next) => {
              if (next !== null) onValueChange(next);
            }}
          >
            <div className={styles.box}>
              <Base.Trigger {...control} id={id} aria-label={label} className={styles.trigger}>
                <Base.Value className={styles.value} placeholder={placeholder} />
                <Base.Icon className={styles.chevron}>
                  <ChevronsUpDown />
                </Base.Icon>
              </Base.Trigger>
            </div>
            <Base.Portal>
              <Base.Positioner className={styles.positioner} sideOffset={4} alignItemWithTrigger={false}>
                <Base.Popup className={styles.popup}>
                  {options.map((option) => (
                    <Base.Item
                      key={option.value}
                      value={option.value}
                      disabled={option.disabled ?? false}
                      className={styles.option}
                    >
                      <Base.ItemIndicator className={styles.mark}>
                        <Check />
                      </Base.ItemIndicator>
                      <Base.ItemText className={styles.optionText}>{option.label}</Base.ItemText>
                    </Base.Item>
                  ))}
                </Base.Popup>
              </Base.Positioner>
            </Base.Portal>
          </Base.Root>
        </CSPProvider>
      )}
    </Field>
  );
}
