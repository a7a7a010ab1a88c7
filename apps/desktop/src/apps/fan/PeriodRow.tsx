import { Button, CardRow, IconTrash, NumberField, Switch, TextField } from '@boxwood/ui';
import { useText } from '../../platform/react/use-text.ts';
import styles from './fan.module.css';
import { messages } from './messages.ts';
import type { FanPeriod } from './fan-periods.ts';

/** One period of the day and its fan settings. */
export const PeriodRow = ({
  position,
  period,
  onChange,
  onRemove,
}: {
  /** Position of the period, counted from 1. */
  readonly position: number;
  readonly period: FanPeriod;
  readonly onChange: (period: FanPeriod) => void;
  /** Null when it is the only period. */
  readonly onRemove: (() => void) | null;
}) => {
  const t = useText(messages);
  const temperatureField = (of: 'begins' | 'stops') => (
    <NumberField
      label={t(of)}
      value={period[of]}
      min={0}
      max={80}
      decreaseLabel={t('less')}
      increaseLabel={t('more')}
      onValueChange={(value) => {
        if (value !== null) onChange({ ...period, [of]: Math.round(value) });
      }}
    />
  );
  return (
    <CardRow>
      <div role="group" aria-label={t('period', { n: position })} className={styles.period}>
        <div className={styles.fields}>
          <TextField
            label={t('from')}
            type="time"
            required
            value={period.time}
            onValueChange={(next) => {
              if (next !== '') onChange({ ...period, time: next.slice(0, 5) });
            }}
          />
          {period.isOff ? null : (
            <>
              {temperatureField('begins')}
              {temperatureField('stops')}
            </>
          )}
        </div>
        <div className={styles.buttons}>
          <Switch
            label={t('still')}
            checked={period.isOff}
            onCheckedChange={(isOff) => {
              onChange({ ...period, isOff });
            }}
          />
          {onRemove === null ? null : (
            <Button size="sm" icon={<IconTrash />} aria-label={t('removeOf', { n: position })} onClick={onRemove}>
              {t('remove')}
            </Button>
          )}
        </div>
      </div>
    </CardRow>
  );
};
