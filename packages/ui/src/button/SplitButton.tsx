import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu } from '../menu/Menu.tsx';
import type { MenuEntry } from '../menu/menu-entry.ts';
import { Button, type ControlSize } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './button.module.css';

export interface SplitButtonProps {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  readonly variant?: 'primary' | 'secondary';
  readonly size?: ControlSize;
  readonly onClick: () => void;
  /** Name of the arrow that opens the other choices. */
  readonly menuLabel: string;
  readonly entries: readonly MenuEntry[];
  readonly disabledReason?: string | undefined;
}

/** A button for the default action, with a menu of variants. */
export function SplitButton({
  children,
  icon,
  variant = 'primary',
  size = 'md',
  onClick,
  menuLabel,
  entries,
  disabledReason,
}: SplitButtonProps) {
  return (
    <span className={styles.split}>
      <Button variant={variant} size={size} icon={icon} onClick={onClick} disabledReason={disabledReason}>
        {children}
      </Button>
      <Menu
        entries={entries}
        align="end"
        trigger={<IconButton variant={variant} size={size} label={menuLabel} icon={<ChevronDown />} tooltip={false} />}
      />
    </span>
  );
}
