import { Menu as Base } from '@base-ui/react/menu';
import { useEffect, useRef } from 'react';
import type { Asked, MenuProps } from './menu-props.ts';
import { MenuEntries } from './MenuEntries.tsx';
import styles from './menu.module.css';

export interface DropMenuProps extends MenuProps {
  /** How the user opened the menu before its code was loaded. */
  readonly asked: Asked;
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
  asked,
}: DropMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const due = useRef(asked === 'keyboard');
  useEffect(() => {
    // The key press went to the placeholder button. Repeating it as a click opens the menu with the first entry
    // focused.
    if (!due.current) return;
    due.current = false;
    button.current?.focus();
    button.current?.click();
  }, []);
  return (
    <Base.Root
      modal={false}
      defaultOpen={asked === 'pointer'}
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
