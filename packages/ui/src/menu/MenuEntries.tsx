import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import type { MenuEntry } from './menu-entry.ts';
import styles from './menu.module.css';

function EntryLabel({ label, reason }: { readonly label: string; readonly reason?: string | undefined }) {
  return (
    <span className={styles.label}>
      {label}
      {reason === undefined ? null : <span className={styles.reason}>{reason}</span>}
    </span>
  );
}

const EntryIcon = ({ children }: { readonly children?: ReactNode }) => (
  <span className={styles.icon} aria-hidden="true">
    {children}
  </span>
);

function MenuEntryItem({ entry }: { readonly entry: MenuEntry }) {
  switch (entry.kind) {
    case 'separator':
      return <Base.Separator className={styles.separator} />;
    case 'heading':
      return (
        <div role="presentation" className={styles.heading}>
          {entry.label}
        </div>
      );
    case 'action':
      return (
        <Base.Item
          className={cx(styles.item, entry.danger === true && styles.danger)}
          label={entry.label}
          disabled={entry.disabledReason !== undefined}
          onClick={entry.onSelect}
        >
          <EntryIcon>{entry.icon}</EntryIcon>
          <EntryLabel label={entry.label} reason={entry.disabledReason} />
          {entry.keys === undefined ? null : <span className={cx(styles.after, styles.keys)}>{entry.keys}</span>}
        </Base.Item>
      );
    case 'check':
      return (
        <Base.CheckboxItem
          className={styles.item}
          label={entry.label}
          checked={entry.checked}
          disabled={entry.disabledReason !== undefined}
          onCheckedChange={(checked) => {
            entry.onChange(checked);
          }}
        >
          <EntryIcon>
            <Base.CheckboxItemIndicator>
              <Check />
            </Base.CheckboxItemIndicator>
          </EntryIcon>
          <EntryLabel label={entry.label} reason={entry.disabledReason} />
        </Base.CheckboxItem>
      );
    case 'choice':
      return (
        <Base.RadioGroup
          aria-label={entry.label}
          value={entry.value}
          onValueChange={(value: unknown) => {
            entry.onChange(String(value));
          }}
        >
          <div role="presentation" className={styles.heading}>
            {entry.label}
          </div>
          {entry.options.map((option) => (
            <Base.RadioItem
              key={option.value}
              value={option.value}
              label={option.label}
              className={styles.item}
              closeOnClick
            >
              <EntryIcon>
                <Base.RadioItemIndicator>
                  <Circle fill="currentColor" size={8} style={{ width: 8, height: 8 }} />
                </Base.RadioItemIndicator>
              </EntryIcon>
              <EntryLabel label={option.label} />
              {option.icon === undefined ? null : <span className={styles.after}>{option.icon}</span>}
            </Base.RadioItem>
          ))}
        </Base.RadioGroup>
      );
    case 'submenu':
      return (
        <Base.SubmenuRoot>
          <Base.SubmenuTrigger
            className={styles.item}
            label={entry.label}
            disabled={entry.disabledReason !== undefined}
          >
            <EntryIcon>{entry.icon}</EntryIcon>
            <EntryLabel label={entry.label} reason={entry.disabledReason} />
            <span className={styles.after} aria-hidden="true">
              <ChevronRight />
            </span>
          </Base.SubmenuTrigger>
          <Base.Portal>
            <Base.Positioner className={styles.positioner} sideOffset={2} alignOffset={-5}>
              <Base.Popup className={styles.popup}>
                <MenuEntries entries={entry.entries} />
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.SubmenuRoot>
      );
  }
}

/** The entries of one level of a menu. */
export function MenuEntries({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return entries.map((entry) => <MenuEntryItem key={entry.id} entry={entry} />);
}
