import { type ProcessRow, TIMERS } from '@boxwood/domain';
import { useCallback, useState } from 'react';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { useSystem } from '../../../kit/app/system-service.ts';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import { type StatusColumn, StatusTable } from './StatusTable.tsx';
import styles from '../device-status.module.css';

/** The processes with the highest usage (X21), polled every 5 s while this tab is visible. */
export const Processes = () => {
  const t = useText(messages);
  const system = useSystem();
  const [order, setOrder] = useState<'cpu' | 'mem'>('cpu');
  const [processes, reload] = useQuery(
    useCallback(() => system.processes(order), [system, order]),
    { every: TIMERS.status },
  );
  const columns: readonly StatusColumn<ProcessRow>[] = [
    { id: 'name', title: t('name'), render: ({ name }) => name },
    { id: 'pid', title: t('pid'), secondary: true, render: ({ pid }) => pid },
    { id: 'user', title: t('user'), secondary: true, render: ({ user }) => user },
    {
      id: 'cpu',
      title: t('cpu'),
      render: ({ cpu }) => t('percent', { n: cpu.toFixed(1) }),
      sortValue: ({ cpu }) => cpu,
    },
    { id: 'mem', title: t('memory'), render: ({ mem }) => formatSizeText(mem), sortValue: ({ mem }) => mem },
  ];
  return (
    <div className={styles.page} role="region" aria-label={t('processes')} tabIndex={0}>
      <LoadedContent request={processes} reload={reload}>
        {(rows) => (
          <StatusTable
            label={t('processes')}
            rows={rows}
            columns={columns}
            keyOf={({ pid }) => String(pid)}
            empty={t('noProcesses')}
            onSort={(column) => {
              setOrder(column === 'mem' ? 'mem' : 'cpu');
            }}
          />
        )}
      </LoadedContent>
    </div>
  );
};
