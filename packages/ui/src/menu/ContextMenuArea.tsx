import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { useLatest } from '../base/use-latest.ts';
import { listenForContext, type ContextRequest } from './context-menu-gesture.ts';
import type { MenuEntry } from './menu-entry.ts';
import type { Point } from './menu-props.ts';
import { PointMenu } from './PointMenu.tsx';

export interface ContextMenuAreaProps extends Omit<ComponentProps<'div'>, 'ref'> {
  /** Accessible name of the menu. */
  readonly label: string;
  /** Builds the entries when the menu is requested. With an empty list no menu opens. */
  readonly entries: (request: ContextRequest) => readonly MenuEntry[];
  readonly children?: ReactNode;
}

/** A region with its own context menu: right click, the Menu key, Shift+F10 and long press. */
export function ContextMenuArea({ label, entries, children, ...rest }: ContextMenuAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<{ readonly point: Point; readonly entries: readonly MenuEntry[] } | null>(null);
  const [shownEntries, setShownEntries] = useState<readonly MenuEntry[]>([]);
  const latestEntries = useLatest(entries);
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    return listenForContext(element, (request) => {
      const list = latestEntries.current(request);
      if (list.length === 0) return;
      setShownEntries(list);
      setOpen({ point: request.point, entries: list });
    });
  }, [latestEntries]);
  return (
    <>
      <div {...rest} ref={area}>
        {children}
      </div>
      <PointMenu
        label={label}
        area={area}
        point={open?.point ?? null}
        entries={shownEntries}
        onClose={() => {
          setOpen(null);
        }}
      />
    </>
  );
}
