import { cloneElement, useEffect, useState, useSyncExternalStore } from 'react';
import { afterPaint } from '../base/after-paint.ts';
import { lazyMenu } from './lazy-menu.ts';
import type { MenuOpenSource, MenuProps } from './menu-props.ts';
import { lazySheets, useSheets } from '../phone/lazy-sheets.ts';

/**
 * A drop-down menu. Not modal: one press outside both closes it and acts there. Until the menu code is loaded only the
 * trigger is rendered; a press loads the code and opens the menu. A focused trigger is not replaced.
 */
export function Menu(props: MenuProps) {
  return useSheets() ? <PhoneMenu {...props} /> : <DesktopMenu {...props} />;
}

/** On phones the entries open in a sheet. */
function PhoneMenu({ trigger, entries, header, onOpenChange, startsOpen = false }: MenuProps) {
  const sheets = useSyncExternalStore(lazySheets.onLoaded, lazySheets.current);
  const [open, setOpen] = useState(startsOpen);
  useEffect(() => {
    if (startsOpen) void lazySheets.load();
  }, [startsOpen]);
  const name = trigger.props['aria-label'] ?? trigger.props.label ?? trigger.props.children;
  const show = (next: boolean): void => {
    setOpen(next);
    onOpenChange?.(next);
  };
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => {
          void lazySheets.load();
          afterPaint(() => {
            show(true);
          });
        },
      })}
      {sheets === null ? null : (
        <sheets.SheetMenu
          open={open}
          label={typeof name === 'string' ? name : ''}
          entries={entries}
          header={header}
          onClose={() => {
            show(false);
          }}
        />
      )}
    </>
  );
}

function DesktopMenu(props: MenuProps) {
  const menu = useSyncExternalStore(lazyMenu.onLoaded, lazyMenu.current);
  const [openedBy, setOpenedBy] = useState<MenuOpenSource>('not');
  const [focused, setFocused] = useState(false);
  if (menu !== null && (openedBy !== 'not' || !focused)) return <menu.DropMenu {...props} openedBy={openedBy} />;
  const preload = (): void => {
    void lazyMenu.load();
  };
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: () => {
      setFocused(true);
      preload();
    },
    onBlur: () => {
      setFocused(false);
    },
    onClick: (event) => {
      const by = event.detail === 0 ? 'keyboard' : 'pointer';
      // Set at once, so that the menu opens as soon as its code is loaded. If loading fails, the next press retries.
      setOpenedBy(by);
      lazyMenu.load().then(
        () => {
          if (by === 'pointer') props.onOpenChange?.(true);
        },
        () => {
          setOpenedBy('not');
        },
      );
    },
  });
}
