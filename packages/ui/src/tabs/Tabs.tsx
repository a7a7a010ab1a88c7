import { useId, useRef, type ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { onTabKey } from './tab-keys.ts';
import { useTabIndicator } from './use-tab-indicator.ts';
import styles from './tabs.module.css';

export interface TabItem<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly badge?: ReactNode;
  readonly disabled?: boolean;
  readonly panel: ReactNode;
}

export interface TabsProps<V extends string> {
  /** Accessible name of the row of tabs. */
  readonly label: string;
  readonly value: V;
  readonly items: readonly TabItem<V>[];
  readonly onValueChange: (value: V) => void;
  /** `line` for pages of a window, `pills` for a small choice of views. */
  readonly variant?: 'line' | 'pills';
  /** The tabs share the whole width equally. */
  readonly fill?: boolean;
  /** Keeps the panels of inactive tabs mounted. */
  readonly keepMounted?: boolean;
  readonly className?: string;
}

/**
 * Tabs with panels (the ARIA tabs pattern): arrows, Home and End move the focus and select. Written without a library,
 * which would be a tenth of the sign-in page.
 */
export function Tabs<V extends string>({
  label,
  value,
  items,
  onValueChange,
  variant = 'line',
  fill = false,
  keepMounted = false,
  className,
}: TabsProps<V>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useTabIndicator(list, value);
  return (
    <div className={cx(styles.root, className)}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={cx(styles.list, variant === 'pills' && styles.pills, fill && styles.fill)}
        onKeyDown={onTabKey}
      >
        {items.map((item) => {
          const active = item.value === value;
          const select = (): void => {
            if (!active && item.disabled !== true) onValueChange(item.value);
          };
          return (
            <button
              key={item.value}
              type="button"
              role="tab"
              id={`${id}-tab-${item.value}`}
              aria-selected={active}
              aria-controls={active || keepMounted ? `${id}-panel-${item.value}` : undefined}
              aria-disabled={item.disabled === true ? true : undefined}
              tabIndex={active ? 0 : -1}
              data-active={active ? '' : undefined}
              data-disabled={item.disabled === true ? '' : undefined}
              className={styles.tab}
              onClick={select}
              onFocus={select}
            >
              {item.icon}
              {item.label}
              {item.badge}
            </button>
          );
        })}
        {variant === 'line' ? <span className={styles.indicator} role="presentation" /> : null}
      </div>
      {items.map((item) => {
        const active = item.value === value;
        return active || keepMounted ? (
          <div
            key={item.value}
            role="tabpanel"
            id={`${id}-panel-${item.value}`}
            aria-labelledby={`${id}-tab-${item.value}`}
            tabIndex={active ? 0 : -1}
            hidden={!active}
            className={styles.panel}
          >
            {item.panel}
          </div>
        ) : null;
      })}
    </div>
  );
}
