import { useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { useDrawnEdge } from '../base/use-drawn-edge.ts';
import styles from './layout.module.css';

export interface SplitViewProps {
  readonly first: ReactNode;
  readonly second: ReactNode;
  /** Width of the first pane, in px. */
  readonly size: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Called once when the divider is released, and on each arrow key. */
  readonly onSizeChange: (size: number) => void;
  /** Accessible name of the divider. */
  readonly dividerLabel: string;
}

const STEP = 16;

/** Two panes side by side with a movable divider; the content does not render while it is dragged. */
export function SplitView({
  first,
  second,
  size,
  minimum = 160,
  maximum = 480,
  onSizeChange,
  dividerLabel,
}: SplitViewProps) {
  const root = useRef<HTMLDivElement>(null);
  const limit = (value: number): number => Math.round(Math.min(maximum, Math.max(minimum, value)));
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = new Map([
      ['ArrowLeft', size - STEP],
      ['ArrowRight', size + STEP],
      ['Home', minimum],
      ['End', maximum],
    ]).get(event.key);
    if (to === undefined) return;
    event.preventDefault();
    onSizeChange(limit(to));
  };
  const { dragging, edge } = useDrawnEdge({
    begin: () => (by) => limit(size + by),
    onDraw: (drawn) => {
      root.current?.style.setProperty('--first', `${drawn}px`);
    },
    onEnd: (drawn, kept) => {
      if (kept) onSizeChange(drawn);
      else root.current?.style.setProperty('--first', `${drawn}px`);
    },
  });
  const style: CSSProperties = Object.fromEntries([['--first', `${limit(size)}px`]]);
  return (
    <div ref={root} className={styles.split} style={style}>
      <div className={styles.first}>{first}</div>
      <div
        role="separator"
        tabIndex={0}
        aria-label={dividerLabel}
        aria-orientation="vertical"
        aria-valuenow={limit(size)}
        aria-valuemin={minimum}
        aria-valuemax={maximum}
        className={styles.divider}
        data-dragging={dragging ? '' : undefined}
        onKeyDown={onKeyDown}
        {...edge}
      />
      <div className={styles.second}>{second}</div>
    </div>
  );
}
