import { useEffect, useState, useSyncExternalStore } from 'react';
import { useEscape } from '../base/use-escape.ts';
import { menuParts } from './menu-parts.ts';
import type { PointMenuProps } from './menu-props.ts';
import { sheetParts, useSheets } from '../phone/sheets.ts';

/** Whether a menu has the focus; it then handles Escape itself. */
const inMenu = (): boolean => (document.activeElement?.closest('[role="menu"]') ?? null) !== null;

/**
 * A context menu at a point; the owner of the surface decides when and where (see {@link ContextMenuArea}). Its code is
 * loaded on the first request at the latest.
 */
export function PointMenu(props: PointMenuProps) {
  return useSheets() ? <BelowMenu {...props} /> : <OverMenu {...props} />;
}

/** On phones the entries open in a sheet, independent of the point. */
function BelowMenu({ point, entries, label, onClose }: PointMenuProps) {
  const sheets = useSyncExternalStore(sheetParts.whenHere, sheetParts.here);
  const asked = point !== null;
  useEffect(() => {
    if (asked) void sheetParts.load();
  }, [asked]);
  return sheets === null ? null : <sheets.SheetMenu open={asked} label={label} entries={entries} onClose={onClose} />;
}

function OverMenu(props: PointMenuProps) {
  const [parts, setParts] = useState<ReturnType<typeof menuParts.here>>(null);
  const asked = props.point !== null;
  useEscape(asked, inMenu, props.onClose);
  useEffect(() => {
    if (!asked || parts !== null) return undefined;
    let wanted = true;
    void menuParts.load().then((here) => {
      if (wanted) setParts(here);
    });
    return () => {
      wanted = false;
    };
  }, [asked, parts]);
  return parts === null ? null : <parts.PointPopup {...props} />;
}
