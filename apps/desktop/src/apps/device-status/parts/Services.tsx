import { type ServiceRow, TIMERS } from '@boxwood/domain';
import { Badge } from '@boxwood/ui';
import { useCallback } from 'react';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { useSystem } from '../../../kit/app/system-service.ts';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import { type StatusColumn, StatusTable } from './StatusTable.tsx';
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
  const columns: readonly StatusColumn<ServiceRow>[] = [
    { id: 'name', title: t('name'), render: ({ name }) => name },
    { id: 'state', title: t('state'), render: stateOf },
    { id: 'port', title: t('port'), secondary: true, render: ({ port }) => (port === 0 ? '' : port) },
    {
      id: 'cpu',
      title: t('cpu'),
      secondary: true,
      render: ({ cpu }) => t('percent', { n: cpu.toFixed(1) }),
      sortValue: ({ cpu }) => cpu,
    },
    { id: 'mem', title: t('memory'), render: ({ mem }) => formatSizeText(mem), sortValue: ({ mem }) => mem },
  ];
  return (
    <div className={styles.page} role="region" aria-label={t('services')} tabIndex={0}>
      <LoadedContent request={services} reload={reload}>
        {(rows) => (
          <StatusTable
            label={t('services')}
            rows={rows}
            columns={columns}
            keyOf={({ name }) => name}
            empty={t('noServices')}
          />
        )}
      </LoadedContent>
    </div>
  );
};
