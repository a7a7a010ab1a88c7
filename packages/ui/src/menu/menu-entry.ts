import type { ReactNode } from 'react';

interface MenuEntryBase {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Why the entry cannot be chosen now. It stays visible, shows the reason, and is disabled. */
  readonly disabledReason?: string | undefined;
}

/** One command. `keys` is the shortcut as text ("Ctrl+C"). */
export interface MenuAction extends MenuEntryBase {
  readonly kind: 'action';
  readonly keys?: string;
  readonly danger?: boolean;
  readonly onSelect: () => void;
}

/** A setting that is on or off. */
export interface MenuCheck extends MenuEntryBase {
  readonly kind: 'check';
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** One of several values. */
export interface MenuChoice {
  readonly kind: 'choice';
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: ReactNode }[];
  readonly onChange: (value: string) => void;
}

export interface MenuSub extends MenuEntryBase {
  readonly kind: 'submenu';
  readonly entries: readonly MenuEntry[];
}

export interface MenuHeading {
  readonly kind: 'heading';
  readonly id: string;
  readonly label: string;
}

export interface MenuSeparator {
  readonly kind: 'separator';
  readonly id: string;
}

/** Menu entries are data: the toolbar, the context menu and the command palette can show the same ones. */
export type MenuEntry = MenuAction | MenuCheck | MenuChoice | MenuSub | MenuHeading | MenuSeparator;
