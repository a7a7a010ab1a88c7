import { useEffect, useState, useSyncExternalStore } from 'react';
import { useEscape } from '../base/use-escape.ts';
import { lazyMenu } from './lazy-menu.ts';
import type { PointMenuProps } from './menu-props.ts';
import { lazySheets, useSheets } from '../phone/lazy-sheets.ts';

/** Whether a menu has the focus; it then handles Escape itself. */
const isFocusInMenu = (): boolean => (document.activeElement?.closest('[role="menu"]') ?? null) !== null;

/**
 * A context menu at a point; the owner of the surface decides when and where (see {@link ContextMenuArea}). Its code is
 * loaded on the first request at the latest.
 */
export function PointMenu(props: PointMenuProps) {
  return useSheets() ? <PhonePointMenu {...props} /> : <DesktopPointMenu {...props} />;
}

/** On phones the entries open in a sheet, independent of the point. */
function PhonePointMenu({ point, entries, label, onClose }: PointMenuProps) {
  const sheets = useSyncExternalStore(lazySheets.onLoaded, lazySheets.current);
  const isOpen = point !== null;
  useEffect(() => {
    if (isOpen) void lazySheets.load();
  }, [isOpen]);
  return sheets === null ? null : <sheets.SheetMenu open={isOpen} label={label} entries={entries} onClose={onClose} />;
}

function DesktopPointMenu(props: PointMenuProps) {
  const [menu, setMenu] = useState<ReturnType<typeof lazyMenu.current>>(null);
  const isOpen = props.point !== null;
  useEscape(isOpen, isFocusInMenu, props.onClose);
  useEffect(() => {
    if (!isOpen || menu !== null) return undefined;
    let isCurrent = true;
    void lazyMenu.load().then((loaded) => {
      if (isCurrent) setMenu(loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, [isOpen, menu]);
  return menu === null ? null : <menu.PointPopup {...props} />;
}
