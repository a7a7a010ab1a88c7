import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { useTooltip } from '../tooltip/Tooltip.tsx';
import type { ButtonVariant, ControlSize } from './Button.tsx';
import styles from './button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Accessible name, also shown as the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly variant?: Exclude<ButtonVariant, 'link'>;
  readonly size?: ControlSize;
  /** A toggle: pressed or not. */
  readonly pressed?: boolean;
  /** Why the button cannot be used; replaces the tooltip and keeps the button focusable. */
  readonly disabledReason?: string | undefined;
  /** Shortcut as text, shown in the tooltip. */
  readonly keys?: string;
  /** Set false where a tooltip would obstruct (window frames, dense lists). */
  readonly tooltip?: boolean;
}

/** A square button with a glyph and an accessible name. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  size = 'md',
  pressed,
  disabledReason,
  keys,
  tooltip = true,
  className,
  onClick,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const isBlocked = disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isBlocked) event.preventDefault();
    else onClick?.(event);
  };
  const tooltipProps = useTooltip(tooltip ? (disabledReason ?? label) : undefined, keys);
  return (
    <button
      {...tooltipProps}
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={isBlocked || undefined}
      aria-description={disabledReason}
      className={cx(
        styles.button,
        styles.icon,
        styles[variant],
        size === 'sm' && styles.sm,
        size === 'lg' && styles.lg,
        pressed === true && styles.pressed,
        className,
      )}
      onClick={press}
    >
      {icon}
    </button>
  );
}
