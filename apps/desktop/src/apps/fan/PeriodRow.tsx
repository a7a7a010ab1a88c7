import { Button, CardRow, IconTrash, NumberField, Switch, TextField } from '@boxwood/ui';
import { useText } from '../../react/use-text.ts';
import styles from './fan.module.css';
import { messages } from './messages.ts';
import type { Period } from './periods.ts';

/** One period of the day and its fan settings. */
export const PeriodRow = ({
  n,
  period,
  onChange,
  onRemove,
}: {
  /** Position of the period, counted from 1. */
  readonly n: number;
  readonly period: Period;
  readonly onChange: (period: Period) => void;
  /** Null when it is the only period. */
  readonly onRemove: (() => void) | null;
}) => {
  const t = useText(messages);
  const degrees = (of: 'begins' | 'stops') => (
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
      <div role="group" aria-label={t('period', { n })} className={styles.period}>
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
          {period.still ? null : (
            <>
              {degrees('begins')}
              {degrees('stops')}
            </>
          )}
        </div>
        <div className={styles.buttons}>
          <Switch
            label={t('still')}
            checked={period.still}
            onCheckedChange={(still) => {
              onChange({ ...period, still });
            }}
          />
          {onRemove === null ? null : (
            <Button size="sm" icon={<IconTrash />} aria-label={t('removeOf', { n })} onClick={onRemove}>
              {t('remove')}
            </Button>
          )}
        </div>
      </div>
    </CardRow>
  );
};
