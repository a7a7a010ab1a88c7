import { Slider as Base } from '@base-ui/react/slider';
import styles from './choice.module.css';

export interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly onValueChange: (value: number) => void;
  /** Called once, when the user releases the thumb. */
  readonly onValueCommitted?: (value: number) => void;
  /** The value as text ("110 %"). */
  readonly valueText?: string;
  readonly disabled?: boolean;
}

export function Slider({
  label,
  value,
  min = 0,
  max = 100,
  step = 1,
  onValueChange,
  onValueCommitted,
  valueText,
  disabled = false,
}: SliderProps) {
  return (
    <Base.Root
      className={styles.slider}
      value={value}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={(next) => {
        onValueChange(next);
      }}
      onValueCommitted={(next) => {
        onValueCommitted?.(next);
      }}
    >
      <Base.Label className={styles.sliderLabel}>{label}</Base.Label>
      <span className={styles.sliderValue}>{valueText ?? value}</span>
      <Base.Control className={styles.control}>
        <Base.Track className={styles.track}>
          <Base.Indicator className={styles.range} />
          <Base.Thumb className={styles.handle} getAriaValueText={() => valueText ?? String(value)} />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
