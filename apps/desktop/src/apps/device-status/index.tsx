import { BoxMonitor, monitorPort } from '@boxwood/domain';
import { Tabs } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import type { AppProps } from '../../kit/app/apps/define-app.ts';
import type { NoParams } from '../../kit/app/apps/app-links.ts';
import type { ServiceScope } from '../../composition/service-scope.ts';
import {
  BoxClientToken,
  ClockToken,
  DesktopToken,
  SessionToken,
  StoreToken,
  VisibleToken,
} from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import { MonitorToken } from './monitor-token.ts';
import { Overview } from './parts/Overview.tsx';
import { Processes } from './parts/Processes.tsx';
import { Services } from './parts/Services.tsx';
import { Schedule } from './parts/Schedule.tsx';
import styles from './device-status.module.css';

export const bind = (session: ServiceScope): void => {
  session.bind(
    MonitorToken,
    [StoreToken, BoxClientToken, VisibleToken, ClockToken, SessionToken],
    (store, box, visible$, clock, { retry$ }) =>
      new BoxMonitor({ store, port: monitorPort(box), visible$, clock, retry$: retry$ }),
  );
};

const MINIMISED_LIMIT_MS = 15 * 60_000;

/**
 * Device Status (P-02): live charts of 15 minutes, services, processes, and for administrators the scheduled jobs.
 * Polling stops when the window closes, or 15 min after it was minimised.
 */
export const App = ({ window }: AppProps<NoParams>) => {
  const t = useText(messages);
  const monitor = useService(MonitorToken);
  const desktop = useService(DesktopToken);
  const isAdmin = useStream(useService(SessionToken).admin$);
  const [tab, setTab] = useState<'overview' | 'services' | 'processes' | 'timetable'>('overview');
  useEffect(() => {
    let watch: { close(): void } | null = monitor.watch();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const windowSubscription = desktop.window(window).subscribe((state) => {
      clearTimeout(timer);
      if (state?.isMinimized === true) {
        timer = setTimeout(() => {
          watch?.close();
          watch = null;
        }, MINIMISED_LIMIT_MS);
      } else watch ??= monitor.watch();
    });
    return () => {
      clearTimeout(timer);
      windowSubscription.unsubscribe();
      watch?.close();
    };
  }, [monitor, desktop, window]);
  return (
    <div className={styles.app}>
      <Tabs
        className={styles.tabs ?? ''}
        label={t('tabs')}
        value={tab}
        onValueChange={setTab}
        items={[
          { value: 'overview', label: t('overview'), panel: <Overview /> },
          { value: 'services', label: t('services'), panel: <Services /> },
          { value: 'processes', label: t('processes'), panel: <Processes /> },
          ...(isAdmin ? [{ value: 'timetable', label: t('timetable'), panel: <Schedule /> } as const] : []),
        ]}
      />
    </div>
  );
};
