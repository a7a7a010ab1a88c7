import { type ServiceRow, TIMERS } from '@boxwood/domain';
import { Badge } from '@boxwood/ui';
import { useCallback } from 'react';
import { size } from '../../../app-kit/format.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { useSystem } from '../../../app-kit/system-service.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { type Column, Table } from './Table.tsx';
import styles from '../device-status.module.css';

/** The services of the box (X22), polled every 5 s while this tab is visible. */
export const Services = () => {
  const t = useText(messages);
  const system = useSystem();
  const [services, reload] = useQuery(
    useCallback(() => system.services(), [system]),
    { every: TIMERS.status },
  );
  const stateOf = ({ state }: ServiceRow) =>
    state === 'running' ? (
      <Badge tone="success">{t('running')}</Badge>
    ) : state === 'failed' ? (
      <Badge tone="danger">{t('failed')}</Badge>
    ) : (
      <Badge>{t('stopped')}</Badge>
    );
  const columns: readonly Column<ServiceRow>[] = [
    { id: 'name', title: t('name'), show: ({ name }) => name },
    { id: 'state', title: t('state'), show: stateOf },
    { id: 'port', title: t('port'), secondary: true, show: ({ port }) => (port === 0 ? '' : port) },
    {
      id: 'cpu',
      title: t('cpu'),
      secondary: true,
      show: ({ cpu }) => t('percent', { n: cpu.toFixed(1) }),
      by: ({ cpu }) => cpu,
    },
    { id: 'mem', title: t('memory'), show: ({ mem }) => size(mem), by: ({ mem }) => mem },
  ];
  return (
    <div className={styles.page} role="region" aria-label={t('services')} tabIndex={0}>
      <Shown of={services} reload={reload}>
        {(rows) => (
          <Table
            label={t('services')}
            rows={rows}
            columns={columns}
            keyOf={({ name }) => name}
            empty={t('noServices')}
          />
        )}
      </Shown>
    </div>
  );
};
