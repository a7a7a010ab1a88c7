import type { ReactNode } from 'react';

/** One thing that can be done on a screen that is a list. */
export interface ListAct {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** With what is selected, or with the list as a whole. */
  readonly of: 'chosen' | 'list';
  readonly primary?: boolean;
  readonly danger?: boolean;
  readonly busy?: boolean;
  /** Why it cannot be done now. */
  readonly disabledReason?: string | undefined;
  readonly onPress: () => void;
}

export interface ListScreenParts {
  /** Accessible name of what holds the acts. */
  readonly label: string;
  /** In the order in which they stand. */
  readonly acts?: readonly ListAct[];
  /** How many are selected, and how it ends; absent where nothing can be. */
  readonly chosen?: { readonly count: number; readonly clear: () => void };
  readonly busy: boolean;
  readonly onRefresh: () => void;
  /** What went wrong, above the list. */
  readonly notice?: ReactNode;
  /** How many there are, in words; empty while that is not known. */
  readonly total: string;
  /** The pages, where there are several. */
  readonly pager?: ReactNode;
  readonly children: ReactNode;
}
