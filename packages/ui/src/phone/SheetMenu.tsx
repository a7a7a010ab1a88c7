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
  readonly reason?: string | undefined;
  readonly onPress: () => void;
}

const SheetMenuItem = ({ role, label, icon, danger = false, checked, reason, onPress }: SheetMenuItemProps) => (
  <button
    type="button"
    role={role}
    className={cx(styles.line, danger && styles.danger)}
    aria-checked={checked}
    aria-disabled={reason !== undefined || undefined}
    onClick={() => {
      if (reason === undefined) onPress();
    }}
  >
    <span className={styles.lineIcon} aria-hidden="true">
      {icon}
    </span>
    <span className={styles.lineWords}>
      {label}
      {reason === undefined ? null : <span className={styles.reason}>{reason}</span>}
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
            reason={entry.disabledReason}
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
            reason={entry.disabledReason}
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
  const at = items.findIndex((item) => item === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? items.length - 1 : at - 1, Home: 0, End: items.length - 1 }[
    event.key
  ];
  if (to === undefined) return;
  event.preventDefault();
  items[(to + items.length) % items.length]?.focus();
};

/** With more entries than this they do not fit at once, and the sheet has two heights. */
const MAX_LOW_SHEET_ENTRIES = 11;

/** A menu as a bottom sheet: the same entries at touch size, in groups. */
export function SheetMenu({ open, onClose, label, entries, header }: SheetMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
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
      tall={entries.length > MAX_LOW_SHEET_ENTRIES}
      initialFocus={menu}
    >
      <div ref={menu} role="menu" tabIndex={-1} aria-label={label} className={styles.menu} onKeyDown={moveFocus}>
        <SheetMenuEntries entries={entries} title={label} closeAndRun={closeAndRun} />
      </div>
    </Sheet>
  );
}
