import { ChevronRight } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { IconButton } from '../button/IconButton.tsx';
import type { DragData } from '../dnd/drag-data.ts';
import { useDropTarget } from '../dnd/use-drop-target.ts';
import styles from './navigation.module.css';

export interface SidebarItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly badge?: ReactNode;
  /** A small button at the end of the entry, for example its settings. */
  readonly action?: { readonly label: string; readonly icon: ReactNode; readonly onPress: () => void };
  /** Nested entries, collapsible. */
  readonly children?: readonly SidebarItem[];
  /** Heading above the entry; starts a group. */
  readonly heading?: string;
}

export interface SidebarProps {
  /** Accessible name. */
  readonly label: string;
  readonly items: readonly SidebarItem[];
  /** Id of the entry whose page is shown. */
  readonly current: string;
  readonly onSelect: (id: string) => void;
  /** Content at the bottom: a refresh link, free space ... */
  readonly footer?: ReactNode;
  /** Makes entries drop targets. */
  readonly accepts?: (data: DragData, id: string) => boolean;
  readonly onDrop?: (data: DragData, id: string, how: { readonly copy: boolean }) => void;
  readonly acceptsFiles?: (id: string) => boolean;
  /** Files from the computer; read the items before returning. */
  readonly onFiles?: (items: readonly DataTransferItem[], id: string) => void;
  /** A drag rests on an entry that accepts it. */
  readonly onSpringLoad?: (id: string) => void;
}

function SidebarEntry({ item, props }: { readonly item: SidebarItem; readonly props: SidebarProps }) {
  const { current, onSelect } = props;
  const nested = item.children ?? [];
  const hasCurrentChild = nested.some((child) => child.id === current);
  const [open, setOpen] = useState(true);
  const row = useRef<HTMLDivElement>(null);
  const over = useDropTarget(row, {
    accepts: (data) => props.accepts?.(data, item.id) === true,
    onDrop: (data, how) => {
      props.onDrop?.(data, item.id, how);
    },
    onSpringLoad: () => {
      props.onSpringLoad?.(item.id);
    },
    ...(props.acceptsFiles?.(item.id) === true
      ? {
          onFiles: (items: readonly DataTransferItem[]) => {
            props.onFiles?.(items, item.id);
          },
        }
      : {}),
  });
  const shown = nested.length > 0 && (open || hasCurrentChild);
  return (
    <li>
      {item.heading === undefined ? null : <div className={styles.sidebarHeading}>{item.heading}</div>}
      <div
        ref={row}
        className={cx(styles.entryRow, over && styles.over)}
        data-current={current === item.id ? '' : undefined}
      >
        <button
          type="button"
          className={styles.entry}
          aria-current={current === item.id ? 'page' : undefined}
          aria-expanded={nested.length === 0 ? undefined : shown}
          onClick={() => {
            if (nested.length > 0) setOpen(!shown);
            else onSelect(item.id);
          }}
        >
          {item.icon}
          <span className={styles.entryLabel}>{item.label}</span>
          {item.badge}
          {nested.length === 0 ? null : <ChevronRight className={styles.chevron} aria-hidden="true" />}
        </button>
        {item.action === undefined ? null : (
          <span className={styles.entryAction}>
            <IconButton size="sm" label={item.action.label} icon={item.action.icon} onClick={item.action.onPress} />
          </span>
        )}
      </div>
      {shown ? (
        <ul className={cx(styles.sidebarList, styles.children)}>
          {nested.map((child) => (
            <SidebarEntry key={child.id} item={child} props={props} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** The navigation of an app: pages, groups, nested entries. */
export function Sidebar(props: SidebarProps) {
  return (
    <nav aria-label={props.label} className={styles.sidebar}>
      <ul className={styles.sidebarList}>
        {props.items.map((item) => (
          <SidebarEntry key={item.id} item={item} props={props} />
        ))}
      </ul>
      {props.footer === undefined ? null : <div className={styles.sidebarFooter}>{props.footer}</div>}
    </nav>
  );
}
