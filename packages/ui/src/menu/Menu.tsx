import {
  cloneElement,
  useState,
  useSyncExternalStore,
  type DOMAttributes,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { MenuEntry } from './menu-entry.ts';
import { menuParts } from './menu-parts.ts';

/** What a trigger takes over: whatever a button of HTML takes. */
interface TriggerProps extends DOMAttributes<HTMLElement> {
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
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
  /** Where it is drawn instead of over the page: inside an element that may fill the screen, for outside of it nothing is seen then. */
  readonly container?: HTMLElement;
}

/**
 * A drop-down menu. Not modal: one press elsewhere both closes it and acts there. Until the code of menus has arrived the trigger
 * stands alone; a press then fetches it and opens. A trigger that has the focus is not exchanged under the person's hands.
 */
export function Menu(props: MenuProps) {
  const parts = useSyncExternalStore(menuParts.whenHere, menuParts.here);
  const [asked, setAsked] = useState<Asked>('not');
  const [focused, setFocused] = useState(false);
  if (parts !== null && (asked !== 'not' || !focused)) return <parts.DropMenu {...props} asked={asked} />;
  const fetch = (): void => {
    void menuParts.load();
  };
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fetch,
    onFocus: () => {
      setFocused(true);
      fetch();
    },
    onBlur: () => {
      setFocused(false);
    },
    onClick: (event) => {
      const by = event.detail === 0 ? 'keyboard' : 'pointer';
      // Asked for at once: it opens in the same moment in which it arrives. Where it does not arrive, the next press asks again.
      setAsked(by);
      menuParts.load().then(
        () => {
          if (by === 'pointer') props.onOpenChange?.(true);
        },
        () => {
          setAsked('not');
        },
      );
    },
  });
}
