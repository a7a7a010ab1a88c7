import type { CSSProperties } from 'react';
import styles from './charts.module.css';

export interface SparklineProps {
  /** Description for assistive technology. */
  readonly summary: string;
  readonly values: readonly number[];
  /** Top of the scale; the largest value when absent. */
  readonly maximum?: number;
  readonly colour?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  readonly height?: number;
}

const WIDTH = 100;

/** The outline of the values as an SVG path in a field of 100 by `height`. */
export function sparklinePath(values: readonly number[], maximum: number, height: number): string {
  if (values.length === 0) return '';
  const step = values.length === 1 ? 0 : WIDTH / (values.length - 1);
  const y = (value: number): string =>
    (height - (Math.min(Math.max(value, 0), maximum) / (maximum === 0 ? 1 : maximum)) * height).toFixed(2);
  return values.map((value, index) => `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(2)} ${y(value)}`).join('');
}

/** A small line chart for use within text. */
export function Sparkline({ summary, values, maximum, colour = 1, height = 28 }: SparklineProps) {
  const path = sparklinePath(values, maximum ?? Math.max(0, ...values), height);
  const style: CSSProperties = Object.fromEntries([['--colour', `var(--bw-series-${colour})`]]);
  return (
    <svg
      role="img"
      aria-label={summary}
      className={styles.spark}
      style={style}
      viewBox={`0 0 ${WIDTH} ${height}`}
      height={height}
      preserveAspectRatio="none"
    >
      {path === '' ? null : <path className={styles.sparkArea} d={`${path}L${WIDTH} ${height}L0 ${height}Z`} />}
      <path className={styles.sparkLine} d={path} />
    </svg>
  );
}
