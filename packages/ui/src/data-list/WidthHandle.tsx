import type { KeyboardEvent } from 'react';
import { useDrawnEdge } from '../base/use-drawn-edge.ts';
import { zoomOf } from '../base/zoom-of.ts';
import styles from './data-list.module.css';

/** Minimum width of a column, in px. */
export const LEAST = 56;
const STEP = 16;
/** Cell padding and a margin, in px. */
const AIR = 20;

export interface WidthHandleProps {
  /** Accessible name. */
  readonly label: string;
  readonly column: string;
  /** Current width in px. */
  readonly width: number;
  /** Called on every change by pointer or key; `done` when the handle is released. */
  readonly onWidth: (width: number, done: boolean) => void;
}

/** Width in px of the longest content shown in a column. */
const fitting = (handle: HTMLElement, column: string): number => {
  const cells = handle.closest('[role="grid"]')?.querySelectorAll(`[data-column="${CSS.escape(column)}"]`) ?? [];
  const range = document.createRange();
  const widths = [...cells].map((cell) => {
    range.selectNodeContents(cell.querySelector('button') ?? cell);
    return range.getBoundingClientRect().width;
  });
  return Math.ceil(Math.max(LEAST, ...widths) / zoomOf(handle)) + AIR;
};

/** Width in px that the flexible first column can still give up. */
const roomIn = (handle: HTMLElement): number => {
  const first = handle.closest('[role="row"]')?.querySelector<HTMLElement>('[data-first]') ?? null;
  return first === null ? 0 : Math.max(0, first.offsetWidth - Number(first.dataset['first']));
};

/** Resize handle at the start edge of a column. A double click or Enter fits the column to its content. */
export function WidthHandle({ label, column, width, onWidth }: WidthHandleProps) {
  const within = (wanted: number, most: number): number => Math.round(Math.max(LEAST, Math.min(most, wanted)));
  const { dragging, edge } = useDrawnEdge({
    begin: (handle) => {
      const most = width + roomIn(handle);
      return (by) => within(width - by, most);
    },
    onDraw: (drawn) => {
      onWidth(drawn, false);
    },
    onEnd: (drawn) => {
      onWidth(drawn, true);
    },
  });
  const fit = (handle: HTMLElement): void => {
    onWidth(within(fitting(handle, column), width + roomIn(handle)), true);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (by === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (by === undefined) fit(event.currentTarget);
    else onWidth(within(width + by, width + roomIn(event.currentTarget)), true);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={LEAST}
      className={styles.widthHandle}
      data-dragging={dragging ? '' : undefined}
      onKeyDown={onKeyDown}
      onDoubleClick={(event) => {
        fit(event.currentTarget);
      }}
      {...edge}
      onPointerDown={(event) => {
        event.stopPropagation();
        edge.onPointerDown(event);
      }}
    />
  );
}
