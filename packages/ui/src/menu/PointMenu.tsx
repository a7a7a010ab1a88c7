import { useEffect, useState } from 'react';
import { useEscape } from '../base/use-escape.ts';
import { menuParts } from './menu-parts.ts';
import type { PointMenuProps } from './menu-props.ts';

/** Whether a menu has the focus, which then answers Escape itself. */
const inMenu = (): boolean => (document.activeElement?.closest('[role="menu"]') ?? null) !== null;

/**
 * A context menu at a point: the owner of the surface decides when and where (see {@link ContextMenuArea}). Costs nothing until it
 * is asked for the first time; its code comes then at the latest.
 */
export function PointMenu(props: PointMenuProps) {
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
