import { Check } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import type { MenuEntry } from '../menu/menu-entry.ts';
import { Sheet } from './Sheet.tsx';
import styles from './phone.module.css';

export interface SheetMenuProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Accessible name of the menu. */
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly header?: ReactNode;
}

interface SheetMenuItemProps {
  readonly role: 'menuitem' | 'menuitemcheckbox' | 'menuitemradio';
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly checked?: boolean;
  readonly disabledReason?: string | undefined;
  readonly onPress: () => void;
}

const SheetMenuItem = ({ role, label, icon, danger = false, checked, disabledReason, onPress }: SheetMenuItemProps) => (
  <button
    type="button"
    role={role}
    className={cx(styles.line, danger && styles.danger)}
    aria-checked={checked}
    aria-disabled={disabledReason !== undefined || undefined}
    onClick={() => {
      if (disabledReason === undefined) onPress();
    }}
  >
    <span className={styles.lineIcon} aria-hidden="true">
      {icon}
    </span>
    <span className={styles.lineWords}>
      {label}
      {disabledReason === undefined ? null : <span className={styles.reason}>{disabledReason}</span>}
    </span>
    {checked === true ? <Check aria-hidden="true" /> : null}
  </button>
);

const SheetMenuGroup = ({
  label,
  title,
  children,
}: {
  readonly label: string;
  /** Title of the sheet; a group of the same name does not repeat it. */
  readonly title: string;
  readonly children: ReactNode;
}) => (
  <div role="group" aria-label={label}>
    {label === title ? null : (
      <div role="presentation" className={styles.heading}>
        {label}
      </div>
    )}
    {children}
  </div>
);

const SheetMenuEntries = ({
  entries,
  title,
  closeAndRun,
}: {
  readonly entries: readonly MenuEntry[];
  readonly title: string;
  readonly closeAndRun: (action: () => void) => void;
}) =>
  entries.map((entry) => {
    switch (entry.kind) {
      case 'separator':
        return <div key={entry.id} role="separator" className={styles.separator} />;
      case 'heading':
        return (
          <div key={entry.id} role="presentation" className={styles.heading}>
            {entry.label}
          </div>
        );
      case 'action':
        return (
          <SheetMenuItem
            key={entry.id}
            role="menuitem"
            label={entry.label}
            icon={entry.icon}
            danger={entry.danger ?? false}
            disabledReason={entry.disabledReason}
            onPress={() => {
              closeAndRun(entry.onSelect);
            }}
          />
        );
      case 'check':
        return (
          <SheetMenuItem
            key={entry.id}
            role="menuitemcheckbox"
            label={entry.label}
            checked={entry.checked}
            disabledReason={entry.disabledReason}
            onPress={() => {
              entry.onChange(!entry.checked);
            }}
          />
        );
      case 'choice':
        return (
          <SheetMenuGroup key={entry.id} label={entry.label} title={title}>
            {entry.options.map(({ value, label, icon }) => (
              <SheetMenuItem
                key={value}
                role="menuitemradio"
                label={label}
                icon={icon}
                checked={value === entry.value}
                onPress={() => {
                  closeAndRun(() => {
                    entry.onChange(value);
                  });
                }}
              />
            ))}
          </SheetMenuGroup>
        );
      // Sheets have room to show submenus inline.
      case 'submenu':
        return (
          <SheetMenuGroup key={entry.id} label={entry.label} title={title}>
            <SheetMenuEntries entries={entry.entries} title={title} closeAndRun={closeAndRun} />
          </SheetMenuGroup>
        );
    }
  });

const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const index = items.findIndex((item) => item === document.activeElement);
  const nextIndex = {
    ArrowDown: index + 1,
    ArrowUp: index < 0 ? items.length - 1 : index - 1,
    Home: 0,
    End: items.length - 1,
  }[event.key];
  if (nextIndex === undefined) return;
  event.preventDefault();
  items[(nextIndex + items.length) % items.length]?.focus();
};

/**
 * Number of entries that fit into a sheet at half height. With more entries the user can pull the sheet to full height.
 */
const MAX_HALF_HEIGHT_ENTRIES = 11;

/** A menu as a bottom sheet: the same entries in groups, large enough for touch. */
export function SheetMenu({ open, onClose, label, entries, header }: SheetMenuProps) {
  const menuRef = useRef<HTMLDivElement>(null);
  const closeAndRun = (action: () => void): void => {
    onClose();
    action();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={label}
      header={header}
      isExpandable={entries.length > MAX_HALF_HEIGHT_ENTRIES}
      initialFocus={menuRef}
    >
      <div ref={menuRef} role="menu" tabIndex={-1} aria-label={label} className={styles.menu} onKeyDown={moveFocus}>
        <SheetMenuEntries entries={entries} title={label} closeAndRun={closeAndRun} />
      </div>
    </Sheet>
  );
}
