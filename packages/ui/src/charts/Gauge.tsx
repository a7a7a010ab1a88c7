import type { CSSProperties } from 'react';
import styles from './charts.module.css';

export interface GaugeProps {
  readonly label: string;
  /** Per cent, 0 to 100. */
  readonly value: number;
  /** The value as text ("42 %"). */
  readonly valueText: string;
  /** Thresholds of the warning and the danger colour, in per cent. */
  readonly warnAt?: number;
  readonly dangerAt?: number;
  /** CSS px. */
  readonly size?: number;
}

const RADIUS = 46;
const SWEEP = 270;
const LENGTH = (2 * Math.PI * RADIUS * SWEEP) / 360;

function arc(): string {
  const point = (degrees: number): string => {
    const angle = ((degrees - 90) * Math.PI) / 180;
    return `${(60 + RADIUS * Math.cos(angle)).toFixed(2)} ${(60 + RADIUS * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${point(-SWEEP / 2)}A${RADIUS} ${RADIUS} 0 1 1 ${point(SWEEP / 2)}`;
}

const ARC = arc();

/** Shows a percentage as an arc. */
export function Gauge({ label, value, valueText, warnAt = 80, dangerAt = 92, size = 120 }: GaugeProps) {
  const percentage = Math.min(100, Math.max(0, Number.isFinite(value) ? value : 0));
  const tone = percentage >= dangerAt ? '--bw-task-failed' : percentage >= warnAt ? '--bw-task-paused' : '--bw-accent';
  const style: CSSProperties = Object.fromEntries([['--colour', `var(${tone})`]]);
  return (
    <div className={styles.gauge} style={style}>
      <svg
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percentage)}
        aria-valuetext={valueText}
        viewBox="0 0 120 108"
        width={size}
      >
        <path className={styles.gaugeTrack} d={ARC} />
        <path
          className={styles.gaugeFill}
          d={ARC}
          strokeDasharray={`${LENGTH} ${LENGTH * 2}`}
          strokeDashoffset={LENGTH * (1 - percentage / 100)}
          opacity={percentage === 0 ? 0 : 1}
        />
        <text className={styles.gaugeValue} x="60" y="68">
          {valueText}
        </text>
      </svg>
      <span className={styles.gaugeLabel} aria-hidden="true">
        {label}
      </span>
    </div>
  );
}
