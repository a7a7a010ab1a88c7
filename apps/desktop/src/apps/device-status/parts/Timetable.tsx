import { SCHEDULED } from '@boxwood/box-sdk';
import { type TimetableRow, TIMERS } from '@boxwood/domain';
import { Badge } from '@boxwood/ui';
import { useCallback } from 'react';
import { dateTime } from '../../../app-kit/format.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { useSystem } from '../../../app-kit/system-service.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import { messages, scheduledWords } from '../messages.ts';
import { type Column, Table } from './Table.tsx';
import styles from '../device-status.module.css';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Sorts the rarest jobs first, so that rows keep their places while the table refreshes. */
const rarity = ({ every }: TimetableRow): number => (every === 0 ? Number.MAX_SAFE_INTEGER : every);

/** The scheduled jobs of the box, polled every 5 s while this tab is visible. */
export const Timetable = () => {
  const t = useText(messages);
  const words = useText(scheduledWords);
  const system = useSystem();
  const [timetable, reload] = useQuery(
    useCallback(() => system.timetable(), [system]),
    { every: TIMERS.status },
  );
  const nameOf = ({ name }: TimetableRow): string => {
    // A newer box may report jobs that this page does not know.
    const known = SCHEDULED.find((each) => each === name);
    return known === undefined ? name : words(known);
  };
  const howOf = ({ running, ended }: TimetableRow) => {
    if (running === 1) return <Badge>{t('running')}</Badge>;
    switch (ended) {
      case 'never':
        return <Badge>{t('never')}</Badge>;
      case 'done':
        return <Badge tone="success">{t('done')}</Badge>;
      case 'failed':
        return <Badge tone="danger">{t('failed')}</Badge>;
    }
  };
  const oftenOf = (seconds: number): string => {
    if (seconds === 0) return t('byCalendar');
    if (seconds < MINUTE || seconds % MINUTE !== 0) return t('everySeconds', { n: seconds });
    return seconds < HOUR || seconds % HOUR !== 0
      ? t('everyMinutes', { n: seconds / MINUTE })
      : t('everyHours', { n: seconds / HOUR });
  };
  const columns: readonly Column<TimetableRow>[] = [
    { id: 'what', title: t('what'), show: nameOf },
    { id: 'how', title: t('how'), show: howOf },
    {
      id: 'often',
      title: t('often'),
      secondary: true,
      show: ({ every }) => oftenOf(every),
    },
    { id: 'ran', title: t('lastRun'), secondary: true, show: ({ ran }) => (ran === 0 ? '' : dateTime(ran)) },
    { id: 'next', title: t('nextRun'), secondary: true, show: ({ next }) => dateTime(next) },
  ];
  return (
    <div className={styles.page} role="region" aria-label={t('timetable')} tabIndex={0}>
      <Shown of={timetable} reload={reload}>
        {(rows) => (
          <Table
            label={t('timetable')}
            rows={rows.toSorted((one, other) => rarity(other) - rarity(one))}
            columns={columns}
            keyOf={({ name }) => name}
            empty={t('noTimetable')}
          />
        )}
      </Shown>
    </div>
  );
};
