import { Menu as Base } from '@base-ui/react/menu';
import { useEffect, useRef } from 'react';
import type { Asked, MenuProps } from './menu-props.ts';
import { MenuEntries } from './MenuEntries.tsx';
import styles from './menu.module.css';

export interface DropMenuProps extends MenuProps {
  /** What asked for it before it had arrived. */
  readonly asked: Asked;
}

/** The live form of {@link MenuProps}, with its trigger. */
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
    // The press that asked went to the button that stood here before. Given again, it opens as every press of a key does:
    // with the first entry in focus.
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
