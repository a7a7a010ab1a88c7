import { Search, X } from 'lucide-react';
import { useRef, type ComponentProps } from 'react';
import { cx } from '../base/cx.ts';
import { IconButton } from '../button/IconButton.tsx';
import styles from './field.module.css';

export interface SearchBoxProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'value'> {
  /** Accessible name, also the placeholder unless one is given. */
  readonly label: string;
  readonly clearLabel: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Enter. */
  readonly onSearch?: (value: string) => void;
}

/** A search field: Enter searches, Esc clears first and only then lets the key through. */
export function SearchBox({
  label,
  clearLabel,
  value,
  onValueChange,
  onSearch,
  className,
  placeholder,
  ...rest
}: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={cx(styles.box, styles.search, className)}>
      <Search aria-hidden="true" />
      <input
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        className={styles.input}
        value={value}
        onChange={(event) => {
          onValueChange(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') onSearch?.(value);
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            onValueChange('');
          }
        }}
      />
      {value === '' ? null : (
        <span className={styles.tools}>
          <IconButton
            size="sm"
            label={clearLabel}
            icon={<X />}
            onClick={() => {
              onValueChange('');
              input.current?.focus();
            }}
          />
        </span>
      )}
    </div>
  );
}
