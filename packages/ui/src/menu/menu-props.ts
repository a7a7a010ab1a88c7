import type { DOMAttributes, ReactElement, ReactNode, RefObject } from 'react';
import type { MenuEntry } from './menu-entry.ts';

/** What a trigger takes over: whatever a button of HTML takes. */
interface TriggerProps extends DOMAttributes<HTMLElement> {
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
  readonly 'aria-label'?: string;
  readonly label?: string;
  readonly children?: ReactNode;
}

/** How a menu was asked for while its code was not here; a click without a pointer is a press of a key. */
export type Asked = 'not' | 'pointer' | 'keyboard';

export interface MenuProps {
  /** The button that opens it; must accept a ref and DOM props. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  /** Shown above the entries (who is signed in, for example). Not focusable. */
  readonly header?: ReactNode;
  readonly onOpenChange?: (open: boolean) => void;
  /** In a hand: its button was pressed before the menu itself was here, so it begins open. */
  readonly begun?: boolean;
  /** Where it is drawn instead of over the page: inside an element that may fill the screen, for outside of it nothing is seen then. */
  readonly container?: HTMLElement;
}

/** A place on the screen, in CSS pixels of the viewport. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PointMenuProps {
  /** Where it opens; null keeps it closed. */
  readonly point: Point | null;
  readonly entries: readonly MenuEntry[];
  /** Accessible name of the menu. */
  readonly label: string;
  /** What it is a menu of: the keyboard goes back to its place in there where what had the focus is gone, by what was chosen. */
  readonly area?: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}
