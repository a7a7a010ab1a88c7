import type { DOMAttributes, ReactElement, ReactNode, RefObject } from 'react';
import type { MenuEntry } from './menu-entry.ts';

/** Props that a menu trigger must accept: those of an HTML button. */
interface TriggerProps extends DOMAttributes<HTMLElement> {
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
  readonly 'aria-label'?: string;
  readonly label?: string;
  readonly children?: ReactNode;
}

/** How the user opened a menu while its code was loading; a click without a pointer is a key press. */
export type MenuOpenSource = 'not' | 'pointer' | 'keyboard';

export interface MenuProps {
  /** The button that opens it; must accept a ref and DOM props. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  /** Content above the entries, for example the signed-in user. Not focusable. */
  readonly header?: ReactNode;
  readonly onOpenChange?: (open: boolean) => void;
  /** On phones: the trigger was pressed before the menu was loaded, so it starts open. */
  readonly startsOpen?: boolean;
  /**
   * Where the menu is rendered instead of the page: an element that may be full screen, because nothing outside of it
   * is visible then.
   */
  readonly container?: HTMLElement;
}

/** A position on the screen, in CSS px of the viewport. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PointMenuProps {
  /** Position of the menu; null keeps it closed. */
  readonly point: Point | null;
  readonly entries: readonly MenuEntry[];
  /** Accessible name of the menu. */
  readonly label: string;
  /** The area the menu belongs to. It gets the focus when the element that had it was removed by the chosen action. */
  readonly area?: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}
