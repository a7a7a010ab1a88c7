import { useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { useResizeHandle } from '../base/use-resize-handle.ts';
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

const KEY_STEP_PX = 16;

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
  const clampSize = (value: number): number => Math.round(Math.min(maximum, Math.max(minimum, value)));
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = new Map([
      ['ArrowLeft', size - KEY_STEP_PX],
      ['ArrowRight', size + KEY_STEP_PX],
      ['Home', minimum],
      ['End', maximum],
    ]).get(event.key);
    if (to === undefined) return;
    event.preventDefault();
    onSizeChange(clampSize(to));
  };
  const { dragging, handleProps } = useResizeHandle({
    begin: () => (by) => clampSize(size + by),
    onDrag: (dragged) => {
      root.current?.style.setProperty('--first', `${dragged}px`);
    },
    onEnd: (dragged, isCommitted) => {
      if (isCommitted) onSizeChange(dragged);
      else root.current?.style.setProperty('--first', `${dragged}px`);
    },
  });
  const style: CSSProperties = Object.fromEntries([['--first', `${clampSize(size)}px`]]);
  return (
    <div ref={root} className={styles.split} style={style}>
      <div className={styles.first}>{first}</div>
      <div
        role="separator"
        tabIndex={0}
        aria-label={dividerLabel}
        aria-orientation="vertical"
        aria-valuenow={clampSize(size)}
        aria-valuemin={minimum}
        aria-valuemax={maximum}
        className={styles.divider}
        data-dragging={dragging ? '' : undefined}
        onKeyDown={onKeyDown}
        {...handleProps}
      />
      <div className={styles.second}>{second}</div>
    </div>
  );
}
