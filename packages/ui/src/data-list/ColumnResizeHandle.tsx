import type { KeyboardEvent } from 'react';
import { useResizeHandle } from '../base/use-resize-handle.ts';
import { zoomFactorOf } from '../base/zoom-factor.ts';
import styles from './data-list.module.css';

/** Minimum width of a column, in px. */
export const MIN_COLUMN_WIDTH_PX = 56;
const KEY_STEP_PX = 16;
/** Cell padding and a margin, in px. */
const FIT_MARGIN_PX = 20;

export interface ColumnResizeHandleProps {
  /** Accessible name. */
  readonly label: string;
  readonly column: string;
  /** Current width in px. */
  readonly width: number;
  /** Called on every change by pointer or key; `done` when the handle is released. */
  readonly onResize: (width: number, done: boolean) => void;
}

/** Width in px of the longest content shown in a column. */
const contentWidthOf = (handle: HTMLElement, column: string): number => {
  const cells = handle.closest('[role="grid"]')?.querySelectorAll(`[data-column="${CSS.escape(column)}"]`) ?? [];
  const range = document.createRange();
  const widths = [...cells].map((cell) => {
    range.selectNodeContents(cell.querySelector('button') ?? cell);
    return range.getBoundingClientRect().width;
  });
  return Math.ceil(Math.max(MIN_COLUMN_WIDTH_PX, ...widths) / zoomFactorOf(handle)) + FIT_MARGIN_PX;
};

/** Width in px that the flexible first column can still give up. */
const spareWidthOf = (handle: HTMLElement): number => {
  const first = handle.closest('[role="row"]')?.querySelector<HTMLElement>('[data-first]') ?? null;
  return first === null ? 0 : Math.max(0, first.offsetWidth - Number(first.dataset['first']));
};

/** Resize handle at the start edge of a column. A double click or Enter fits the column to its content. */
export function ColumnResizeHandle({ label, column, width, onResize }: ColumnResizeHandleProps) {
  const clampWidth = (requested: number, maximum: number): number =>
    Math.round(Math.max(MIN_COLUMN_WIDTH_PX, Math.min(maximum, requested)));
  const { dragging, handleProps } = useResizeHandle({
    begin: (handle) => {
      const maximum = width + spareWidthOf(handle);
      return (by) => clampWidth(width - by, maximum);
    },
    onDrag: (dragged) => {
      onResize(dragged, false);
    },
    onEnd: (dragged) => {
      onResize(dragged, true);
    },
  });
  const fit = (handle: HTMLElement): void => {
    onResize(clampWidth(contentWidthOf(handle, column), width + spareWidthOf(handle)), true);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowLeft: KEY_STEP_PX, ArrowRight: -KEY_STEP_PX }[event.key];
    if (by === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (by === undefined) fit(event.currentTarget);
    else onResize(clampWidth(width + by, width + spareWidthOf(event.currentTarget)), true);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={MIN_COLUMN_WIDTH_PX}
      className={styles.widthHandle}
      data-dragging={dragging ? '' : undefined}
      onKeyDown={onKeyDown}
      onDoubleClick={(event) => {
        fit(event.currentTarget);
      }}
      {...handleProps}
      onPointerDown={(event) => {
        event.stopPropagation();
        handleProps.onPointerDown(event);
      }}
    />
  );
}
