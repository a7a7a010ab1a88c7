import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import styles from './navigation.module.css';

export interface ToolbarProps {
  /** Accessible name. */
  readonly label: string;
  readonly children: ReactNode;
  /** Lets the controls wrap onto a second line. */
  readonly wrap?: boolean;
  readonly className?: string;
}

const CONTROLS = 'button:not(:disabled), [role="combobox"], a[href]';

/** A row of controls; besides Tab, the keys Left, Right, Home and End move between its buttons. */
export function Toolbar({ label, children, wrap = false, className }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const moveFocus = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const controls = Array.from(bar.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? []);
    const index = controls.findIndex((control) => control === document.activeElement);
    if (index < 0) return;
    const to = new Map([
      ['ArrowLeft', index - 1],
      ['ArrowRight', index + 1],
      ['Home', 0],
      ['End', controls.length - 1],
    ]).get(event.key);
    if (to === undefined) return;
    event.preventDefault();
    controls[(to + controls.length) % controls.length]?.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      className={cx(styles.toolbar, wrap && styles.wrap, className)}
      onKeyDown={moveFocus}
    >
      {children}
    </div>
  );
}

export const ToolbarSeparator = () => (
  <span role="separator" aria-orientation="vertical" className={styles.separator} />
);
export const ToolbarSpacer = () => <span className={styles.spacer} />;
