import type { PhysicalDisk } from '@boxwood/domain';
import { Sparkline } from '@boxwood/ui';
import { useCallback } from 'react';
import { dateTime } from '../../../kit/app/format-units.ts';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { useService } from '../../../platform/react/scope.tsx';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { DiskAdminToken } from '../services.ts';

type TrendReadings = NonNullable<PhysicalDisk['trend']>;

/** Formats a day of the box's records, which have no time zone. */
const formatDay = (time: number): string => dateTime(time, 'UTC').slice(0, 10);

/** The charted readings. `top` is the maximum of the axis, so that a small change does not look large. */
const CHARTED_READINGS = [
  { of: 'temp', labelKey: 'temperature', unit: 'degrees', top: 70, colour: 2 },
  { of: 'reallocated', labelKey: 'reallocated', unit: 'plain', top: null, colour: 6 },
  { of: 'wear', labelKey: 'wear', unit: 'percent', top: 100, colour: 3 },
] as const;

/** Temperature, reallocated sectors and wear of a disk over time. */
export const DiskTrend = ({ disk: { dev } }: { readonly disk: Pick<PhysicalDisk, 'dev'> }) => {
  const admin = useService(DiskAdminToken);
  const [loaded, reload] = useQuery(useCallback(() => admin.disk(dev), [admin, dev]));
  return (
    <LoadedContent request={loaded} reload={reload}>
      {(disk) => <TrendCharts readings={disk?.trend ?? []} />}
    </LoadedContent>
  );
};

const TrendCharts = ({ readings }: { readonly readings: TrendReadings }) => {
  const t = useText(messages);
  const charts = CHARTED_READINGS.flatMap((charted) => {
    const days = readings.flatMap((reading) => {
      const value = reading[charted.of];
      return value === undefined ? [] : [{ time: reading.time, value }];
    });
    const [first, last] = [days[0], days.at(-1)];
    return first === undefined || last === undefined ? [] : [{ ...charted, days, first, last }];
  });
  if (charts.length === 0) return <p className={styles.muted}>{t('noTrend')}</p>;
  return (
    <>
      <dl className={styles.trend}>
        {charts.map(({ of, labelKey, unit, top, colour, days, first, last }) => {
          const formatValue = (n: number): string => t(unit, { n });
          const highest = Math.max(...days.map(({ value }) => value));
          return (
            <div key={of}>
              <dt>{t(labelKey)}</dt>
              <dd>{formatValue(last.value)}</dd>
              {days.length < 2 ? null : (
                <Sparkline
                  summary={t('trendOf', {
                    first: formatValue(first.value),
                    since: formatDay(first.time),
                    last: formatValue(last.value),
                    highest: formatValue(highest),
                  })}
                  values={days.map(({ value }) => value)}
                  maximum={Math.max(top ?? 1, highest)}
                  colour={colour}
                />
              )}
            </div>
          );
        })}
      </dl>
      <p className={styles.muted}>
        {t(readings.length < 2 ? 'trendFirst' : 'trendSince', {
          date: formatDay(readings[0]?.time ?? 0),
          count: readings.length,
        })}
      </p>
    </>
  );
};
