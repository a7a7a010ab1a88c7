import type { ReactNode } from 'react';

/** An action of a list screen. */
export interface ListAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Applies to the selected items or to the list as a whole. */
  readonly appliesTo: 'chosen' | 'list';
  readonly primary?: boolean;
  readonly danger?: boolean;
  readonly busy?: boolean;
  /** Why the action is not available now. */
  readonly disabledReason?: string | undefined;
  readonly onPress: () => void;
}

export interface ListScreenProps {
  /** Accessible name of the toolbar. */
  readonly label: string;
  /** In display order. */
  readonly actions?: readonly ListAction[];
  /** The number of selected items, and how to clear the selection; absent where nothing can be selected. */
  readonly selection?: { readonly count: number; readonly clear: () => void };
  readonly busy: boolean;
  readonly onRefresh: () => void;
  /** An error above the list. */
  readonly notice?: ReactNode;
  /** The number of items as text; empty while unknown. */
  readonly total: string;
  /** Page navigation, where there are several pages. */
  readonly pager?: ReactNode;
  readonly children: ReactNode;
}
