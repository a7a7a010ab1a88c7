import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { useTooltip } from '../tooltip/Tooltip.tsx';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'link';
export type ControlSize = 'sm' | 'md' | 'lg';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant;
  readonly size?: ControlSize;
  /** Glyph before the label. */
  readonly icon?: ReactNode;
  /** Glyph after the label. */
  readonly iconAfter?: ReactNode;
  /** Work is in progress: the button keeps its size and focus, shows a spinner and ignores presses. */
  readonly busy?: boolean;
  /** Why the button cannot be used. It stays focusable so the reason can be read; implies disabled. */
  readonly disabledReason?: string | undefined;
  readonly fullWidth?: boolean;
}

/** A button with a label. `disabledReason` is shown as a tooltip and as the accessible description. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  iconAfter,
  busy = false,
  disabledReason,
  fullWidth = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isBlocked = busy || disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isBlocked) event.preventDefault();
    else onClick?.(event);
  };
  const tooltipProps = useTooltip(disabledReason);
  return (
    <button
      {...tooltipProps}
      {...rest}
      type={type}
      className={cx(
        styles.button,
        styles[variant],
        size === 'sm' && styles.sm,
        size === 'lg' && styles.lg,
        fullWidth && styles.full,
        className,
      )}
      onClick={press}
      aria-disabled={isBlocked || undefined}
      aria-busy={busy || undefined}
      aria-description={disabledReason}
    >
      {busy ? <LoaderCircle className={styles.spinner} /> : icon}
      {children}
      {iconAfter}
    </button>
  );
}
