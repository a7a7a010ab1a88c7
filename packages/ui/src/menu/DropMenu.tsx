import { Menu as Base } from '@base-ui/react/menu';
import { useEffect, useRef } from 'react';
import type { MenuOpenSource, MenuProps } from './menu-props.ts';
import { MenuEntries } from './MenuEntries.tsx';
import styles from './menu.module.css';

export interface DropMenuProps extends MenuProps {
  /** How the user opened the menu before its code was loaded. */
  readonly openedBy: MenuOpenSource;
}

/** The loaded implementation of {@link MenuProps}, with its trigger. */
export function DropMenu({
  trigger,
  entries,
  align = 'start',
  side = 'bottom',
  header,
  onOpenChange,
  container,
  openedBy,
}: DropMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const shouldReplayClick = useRef(openedBy === 'keyboard');
  useEffect(() => {
    // The key press went to the placeholder button. Repeating it as a click opens the menu with the first entry
    // focused.
    if (!shouldReplayClick.current) return;
    shouldReplayClick.current = false;
    button.current?.focus();
    button.current?.click();
  }, []);
  return (
    <Base.Root
      modal={false}
      defaultOpen={openedBy === 'pointer'}
      onOpenChange={(open) => {
        onOpenChange?.(open);
      }}
    >
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal {...(container === undefined ? {} : { container })}>
        <Base.Positioner className={styles.positioner} align={align} side={side} sideOffset={5}>
          <Base.Popup className={styles.popup}>
            {header === undefined ? null : <div role="presentation">{header}</div>}
            <MenuEntries entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
