import { Menu as Base } from '@base-ui/react/menu';
import type { MenuProps } from './Menu.tsx';
import { MenuEntries } from './MenuEntries.tsx';
import styles from './menu.module.css';

export interface DropMenuProps extends MenuProps {
  /** It was asked for before it had arrived. */
  readonly defaultOpen: boolean;
}

/** The live form of {@link MenuProps}, with its trigger. */
export function DropMenu({
  trigger,
  entries,
  align = 'start',
  side = 'bottom',
  header,
  onOpenChange,
  defaultOpen,
}: DropMenuProps) {
  return (
    <Base.Root
      modal={false}
      defaultOpen={defaultOpen}
      onOpenChange={(open) => {
        onOpenChange?.(open);
      }}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
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
