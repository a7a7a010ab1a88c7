import { Search, X } from 'lucide-react';
import { useRef, type ComponentProps } from 'react';
import { cx } from '../base/cx.ts';
import { IconButton } from '../button/IconButton.tsx';
import styles from './field.module.css';

export interface SearchBoxProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'value'> {
  /** Accessible name, and the placeholder unless one is set. */
  readonly label: string;
  readonly clearLabel: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Called on Enter. */
  readonly onSearch?: (value: string) => void;
}

/** A search field: Enter searches; Esc clears it first and propagates only when it is empty. */
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
