import { useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { zoomOf } from '../base/zoom-of.ts';
import styles from './layout.module.css';

export interface SplitViewProps {
  readonly first: ReactNode;
  readonly second: ReactNode;
  /** Width of the first part, px. */
  readonly size: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Once, when the divider is let go, and at each arrow key. */
  readonly onSizeChange: (size: number) => void;
  /** Accessible name of the divider. */
  readonly dividerLabel: string;
}

const STEP = 16;

/** Two parts side by side with a divider that moves; nothing inside renders while it is dragged. */
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
  const drag = useRef<{ readonly x: number; readonly size: number; readonly scale: number; latest: number } | null>(
    null,
  );
  const [dragging, setDragging] = useState(false);
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
  const end = (keep: boolean): void => {
    const now = drag.current;
    if (now === null) return;
    drag.current = null;
    setDragging(false);
    if (keep) onSizeChange(now.latest);
    else root.current?.style.setProperty('--first', `${size}px`);
  };
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
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, size, scale: zoomOf(event.currentTarget), latest: size };
          setDragging(true);
        }}
        onPointerMove={(event) => {
          const now = drag.current;
          if (now === null) return;
          now.latest = limit(now.size + (event.clientX - now.x) / now.scale);
          root.current?.style.setProperty('--first', `${now.latest}px`);
        }}
        onPointerUp={() => {
          end(true);
        }}
        onPointerCancel={() => {
          end(false);
        }}
        onLostPointerCapture={() => {
          end(false);
        }}
      />
      <div className={styles.second}>{second}</div>
    </div>
  );
}
