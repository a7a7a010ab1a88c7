import { type ProcessRow, TIMERS } from '@boxwood/domain';
import { useCallback, useState } from 'react';
import { size } from '../../../app-kit/format.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { useSystem } from '../../../app-kit/system-service.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { type Column, Table } from './Table.tsx';
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
  const columns: readonly Column<ProcessRow>[] = [
    { id: 'name', title: t('name'), show: ({ name }) => name },
    { id: 'pid', title: t('pid'), secondary: true, show: ({ pid }) => pid },
    { id: 'user', title: t('user'), secondary: true, show: ({ user }) => user },
    { id: 'cpu', title: t('cpu'), show: ({ cpu }) => t('percent', { n: cpu.toFixed(1) }), by: ({ cpu }) => cpu },
    { id: 'mem', title: t('memory'), show: ({ mem }) => size(mem), by: ({ mem }) => mem },
  ];
  return (
    <div className={styles.page} role="region" aria-label={t('processes')} tabIndex={0}>
      <Shown of={processes} reload={reload}>
        {(rows) => (
          <Table
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
      </Shown>
    </div>
  );
};
