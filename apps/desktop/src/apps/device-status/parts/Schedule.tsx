import { SCHEDULED_JOBS } from '@boxwood/box-sdk';
import { type TimetableRow, TIMERS } from '@boxwood/domain';
import { Badge } from '@boxwood/ui';
import { useCallback } from 'react';
import { dateTime } from '../../../kit/app/format-units.ts';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { useSystem } from '../../../kit/app/system-service.ts';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages, scheduledMessages } from '../messages.ts';
import { type StatusColumn, StatusTable } from './StatusTable.tsx';
import styles from '../device-status.module.css';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Sorts the rarest jobs first, so that rows keep their places while the table refreshes. */
const sortIntervalOf = ({ every }: TimetableRow): number => (every === 0 ? Number.MAX_SAFE_INTEGER : every);

/** The scheduled jobs of the box, polled every 5 s while this tab is visible. */
export const Schedule = () => {
  const t = useText(messages);
  const scheduledText = useText(scheduledMessages);
  const system = useSystem();
  const [timetable, reload] = useQuery(
    useCallback(() => system.timetable(), [system]),
    { every: TIMERS.status },
  );
  const nameOf = ({ name }: TimetableRow): string => {
    // A newer box may report jobs that this page does not know.
    const known = SCHEDULED_JOBS.find((each) => each === name);
    return known === undefined ? name : scheduledText(known);
  };
  const stateOf = ({ running, ended }: TimetableRow) => {
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
  const formatInterval = (seconds: number): string => {
    if (seconds === 0) return t('byCalendar');
    if (seconds < MINUTE_S || seconds % MINUTE_S !== 0) return t('everySeconds', { n: seconds });
    return seconds < HOUR_S || seconds % HOUR_S !== 0
      ? t('everyMinutes', { n: seconds / MINUTE_S })
      : t('everyHours', { n: seconds / HOUR_S });
  };
  const columns: readonly StatusColumn<TimetableRow>[] = [
    { id: 'what', title: t('what'), render: nameOf },
    { id: 'how', title: t('how'), render: stateOf },
    {
      id: 'often',
      title: t('often'),
      secondary: true,
      render: ({ every }) => formatInterval(every),
    },
    { id: 'ran', title: t('lastRun'), secondary: true, render: ({ ran }) => (ran === 0 ? '' : dateTime(ran)) },
    { id: 'next', title: t('nextRun'), secondary: true, render: ({ next }) => dateTime(next) },
  ];
  return (
    <div className={styles.page} role="region" aria-label={t('timetable')} tabIndex={0}>
      <LoadedContent request={timetable} reload={reload}>
        {(rows) => (
          <StatusTable
            label={t('timetable')}
            rows={rows.toSorted((one, other) => sortIntervalOf(other) - sortIntervalOf(one))}
            columns={columns}
            keyOf={({ name }) => name}
            empty={t('noTimetable')}
          />
        )}
      </LoadedContent>
    </div>
  );
};
