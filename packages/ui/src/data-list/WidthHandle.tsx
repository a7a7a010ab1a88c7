import type { KeyboardEvent } from 'react';
import { useDrawnEdge } from '../base/use-drawn-edge.ts';
import { zoomOf } from '../base/zoom-of.ts';
import styles from './data-list.module.css';

/** px: what a column keeps at least, and what an arrow key changes. */
export const LEAST = 56;
const STEP = 16;
/** At both sides of a cell, and a little air. */
const AIR = 20;

export interface WidthHandleProps {
  /** Accessible name. */
  readonly label: string;
  readonly column: string;
  /** px, as it is now. */
  readonly width: number;
  /** Each time it changes under the pointer or by a key; `done` when it is let go. */
  readonly onWidth: (width: number, done: boolean) => void;
}

/** px that the longest of what is shown in a column takes. */
const fitting = (handle: HTMLElement, column: string): number => {
  const cells = handle.closest('[role="grid"]')?.querySelectorAll(`[data-column="${CSS.escape(column)}"]`) ?? [];
  const range = document.createRange();
  const widths = [...cells].map((cell) => {
    range.selectNodeContents(cell.querySelector('button') ?? cell);
    return range.getBoundingClientRect().width;
  });
  return Math.ceil(Math.max(LEAST, ...widths) / zoomOf(handle)) + AIR;
};

/** px that the first column, which gives and takes the room, has left. */
const roomIn = (handle: HTMLElement): number => {
  const first = handle.closest('[role="row"]')?.querySelector<HTMLElement>('[data-first]') ?? null;
  return first === null ? 0 : Math.max(0, first.offsetWidth - Number(first.dataset['first']));
};

/** The edge before a column: drawn, it makes the column wider or narrower; a double click or Enter makes what is in it fit. */
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
