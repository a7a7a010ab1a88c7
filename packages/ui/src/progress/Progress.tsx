import type { CSSProperties } from 'react';
import { cx } from '../base/cx.ts';
import styles from './progress.module.css';

/** Colours: failed red, success green, processing blue, paused orange, waiting grey; accent for plain quantities. */
export type ProgressState = 'processing' | 'success' | 'failed' | 'paused' | 'waiting' | 'accent';

export interface ProgressProps {
  /** Accessible name of the task. */
  readonly label: string;
  /** Per cent, 0 to 100; null when unknown. */
  readonly value: number | null;
  readonly state?: ProgressState;
  /** The value as text ("3 of 12 files"). */
  readonly valueText?: string;
  readonly size?: 'thin' | 'normal' | 'thick';
}

const clamp = (value: number): number => (Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0);

const aria = ({ label, value, valueText }: ProgressProps) => ({
  role: 'progressbar',
  'aria-label': label,
  'aria-valuemin': 0,
  'aria-valuemax': 100,
  'aria-valuenow': value === null ? undefined : Math.round(clamp(value)),
  'aria-valuetext': valueText,
});

/** A progress bar. The state is only a colour: show it as text as well. */
export function ProgressBar(props: ProgressProps) {
  const { value, state = 'accent', size = 'normal' } = props;
  const style: CSSProperties = Object.fromEntries([['--value', `${clamp(value ?? 0)}%`]]);
  return (
    <div
      {...aria(props)}
      data-state={state}
      className={cx(
        styles.track,
        styles[state],
        value === null && styles.endless,
        size === 'thin' && styles.thin,
        size === 'thick' && styles.thick,
      )}
    >
      <div className={styles.fill} style={style} />
    </div>
  );
}

export interface ProgressRingProps extends Omit<ProgressProps, 'size'> {
  /** Diameter in CSS px. */
  readonly diameter?: number;
}

/** The progress bar as a ring, for small spaces. */
export function ProgressRing(props: ProgressRingProps) {
  const { value, state = 'accent', diameter = 20 } = props;
  const radius = 10.5;
  const circumference = 2 * Math.PI * radius;
  return (
    <svg
      {...aria(props)}
      data-state={state}
      viewBox="0 0 24 24"
      width={diameter}
      height={diameter}
      className={cx(styles.ring, styles[state], value === null && styles.turning)}
    >
      <circle className={styles.ringTrack} cx="12" cy="12" r={radius} />
      <circle
        className={styles.ringFill}
        cx="12"
        cy="12"
        r={radius}
        strokeDasharray={circumference}
        strokeDashoffset={circumference * (1 - clamp(value ?? 28) / 100)}
      />
    </svg>
  );
}
