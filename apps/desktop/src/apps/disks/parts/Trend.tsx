import type { PhysicalDisk } from '@boxwood/domain';
import { Sparkline } from '@boxwood/ui';
import { useCallback } from 'react';
import { dateTime } from '../../../app-kit/format.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { useService } from '../../../react/scope.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { DiskAdminToken } from '../services.ts';

type Readings = NonNullable<PhysicalDisk['trend']>;

/** Formats a day of the box's records, which have no time zone. */
const date = (time: number): string => dateTime(time, 'UTC').slice(0, 10);

/** The charted readings. `top` is the maximum of the axis, so that a small change does not look large. */
const LINES = [
  { of: 'temp', word: 'temperature', unit: 'degrees', top: 70, colour: 2 },
  { of: 'reallocated', word: 'reallocated', unit: 'plain', top: null, colour: 6 },
  { of: 'wear', word: 'wear', unit: 'percent', top: 100, colour: 3 },
] as const;

/** Temperature, reallocated sectors and wear of a disk over time. */
export const Trend = ({ disk: { dev } }: { readonly disk: Pick<PhysicalDisk, 'dev'> }) => {
  const admin = useService(DiskAdminToken);
  const [asked, reload] = useQuery(useCallback(() => admin.disk(dev), [admin, dev]));
  return (
    <Shown of={asked} reload={reload}>
      {(disk) => <Lines readings={disk?.trend ?? []} />}
    </Shown>
  );
};

const Lines = ({ readings }: { readonly readings: Readings }) => {
  const t = useText(messages);
  const lines = LINES.flatMap((line) => {
    const days = readings.flatMap((reading) => {
      const value = reading[line.of];
      return value === undefined ? [] : [{ time: reading.time, value }];
    });
    const [first, last] = [days[0], days.at(-1)];
    return first === undefined || last === undefined ? [] : [{ ...line, days, first, last }];
  });
  if (lines.length === 0) return <p className={styles.muted}>{t('noTrend')}</p>;
  return (
    <>
      <dl className={styles.trend}>
        {lines.map(({ of, word, unit, top, colour, days, first, last }) => {
          const said = (n: number): string => t(unit, { n });
          const highest = Math.max(...days.map(({ value }) => value));
          return (
            <div key={of}>
              <dt>{t(word)}</dt>
              <dd>{said(last.value)}</dd>
              {days.length < 2 ? null : (
                <Sparkline
                  summary={t('trendOf', {
                    first: said(first.value),
                    since: date(first.time),
                    last: said(last.value),
                    highest: said(highest),
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
          date: date(readings[0]?.time ?? 0),
          count: readings.length,
        })}
      </p>
    </>
  );
};
