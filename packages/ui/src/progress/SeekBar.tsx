import { useState, type CSSProperties } from 'react';
import { cx } from '../base/cx.ts';
import styles from './seek-bar.module.css';

export interface SeekBarProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** Buffered amount, in the units of `value`. */
  readonly buffered?: number;
  /** The position as text ("1:20 of 3:07"). */
  readonly valueText: string;
  /** Step of an arrow key. */
  readonly step?: number;
  readonly onSeek: (value: number) => void;
  readonly className?: string | undefined;
}

const percentOf = (part: number, whole: number): string => `${whole <= 0 ? 0 : Math.min(100, (part / whole) * 100)}%`;

/**
 * A slider for the position in a film or song, or for the volume. While the user drags it, it ignores updates of
 * `value`.
 */
export function SeekBar({ label, value, max, buffered = 0, valueText, step = 5, onSeek, className }: SeekBarProps) {
  const [dragValue, setDragValue] = useState<number | null>(null);
  const shown = dragValue ?? value;
  return (
    <input
      type="range"
      className={cx(styles.bar, className)}
      // The colours depend on the value, so they are set as custom properties.
      style={
        { '--done': percentOf(shown, max), '--loaded': percentOf(Math.max(buffered, shown), max) } as CSSProperties
      }
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={max <= 0 ? 1 : max}
      step="any"
      value={Math.min(shown, max <= 0 ? 1 : max)}
      disabled={max <= 0}
      onChange={(event) => {
        const next = Number(event.currentTarget.value);
        setDragValue((now) => (now === null ? null : next));
        onSeek(next);
      }}
      onPointerDown={() => {
        setDragValue(value);
      }}
      onPointerUp={() => {
        setDragValue(null);
      }}
      onPointerCancel={() => {
        setDragValue(null);
      }}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowLeft' ? -step : event.key === 'ArrowRight' ? step : 0;
        if (by === 0) return;
        event.preventDefault();
        event.stopPropagation();
        onSeek(Math.min(max, Math.max(0, value + by)));
      }}
    />
  );
}
