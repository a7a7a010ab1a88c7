import { cloneElement, useEffect, useState, useSyncExternalStore } from 'react';
import { afterPaint } from '../base/after-paint.ts';
import { menuParts } from './menu-parts.ts';
import type { Asked, MenuProps } from './menu-props.ts';
import { sheetParts, useSheets } from '../phone/sheets.ts';

/**
 * A drop-down menu. Not modal: one press outside both closes it and acts there. Until the menu code is loaded only the
 * trigger is rendered; a press loads the code and opens the menu. A focused trigger is not replaced.
 */
export function Menu(props: MenuProps) {
  return useSheets() ? <BelowMenu {...props} /> : <OverMenu {...props} />;
}

/** On phones the entries open in a sheet. */
function BelowMenu({ trigger, entries, header, onOpenChange, begun = false }: MenuProps) {
  const sheets = useSyncExternalStore(sheetParts.whenHere, sheetParts.here);
  const [open, setOpen] = useState(begun);
  useEffect(() => {
    if (begun) void sheetParts.load();
  }, [begun]);
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
          void sheetParts.load();
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

function OverMenu(props: MenuProps) {
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
      // Set at once, so that the menu opens as soon as its code is loaded. If loading fails, the next press retries.
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
