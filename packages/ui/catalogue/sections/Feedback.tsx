import {
  Avatar,
  Badge,
  Banner,
  Button,
  Dot,
  EmptyState,
  ErrorState,
  IconButton,
  IconCloudUpload,
  IconFolderOpen,
  IconTasks,
  IconWifiOff,
  ProgressBar,
  ProgressRing,
  Skeleton,
  type ProgressState,
} from '../../src/index.ts';
import { Demo } from '../Demo.tsx';
import styles from '../catalogue.module.css';

const states: readonly ProgressState[] = ['processing', 'success', 'failed', 'paused', 'waiting', 'accent'];

export function Feedback() {
  return (
    <>
      <Demo title="Progress by state" layout="grid">
        {states.map((state, index) => (
          <div key={state} style={{ display: 'grid', gap: 6 }}>
            <span>{state}</span>
            <ProgressBar label={state} state={state} value={state === 'success' ? 100 : 30 + index * 9} />
          </div>
        ))}
        <ProgressBar label="Thin" value={40} size="thin" />
        <ProgressBar label="Thick" value={72} size="thick" />
        <ProgressBar label="Unknown" value={null} state="processing" />
      </Demo>
      <Demo title="Rings">
        {states.map((state) => (
          <ProgressRing key={state} label={state} state={state} value={64} diameter={32} />
        ))}
        <ProgressRing label="Loading" value={null} diameter={32} />
      </Demo>
      <Demo title="Badges, dots, people">
        <Badge>Neutral</Badge>
        <Badge tone="accent">12</Badge>
        <Badge tone="success">Running</Badge>
        <Badge tone="warning">Degraded</Badge>
        <Badge tone="danger">Failed</Badge>
        <Badge tone="info">Syncing</Badge>
        <Dot show label="Tasks are running">
          <IconButton label="Tasks" icon={<IconTasks />} />
        </Dot>
        <Avatar name="Ada" />
        <Avatar name="李四" size={40} />
        <Avatar name="Zoe" size={56} src="data:image/gif;base64,broken" />
      </Demo>
      <Demo title="Banners" layout="plain">
        <div style={{ display: 'grid', gap: 10 }}>
          <Banner>A new firmware is ready.</Banner>
          <Banner tone="success">The backup is complete.</Banner>
          <Banner tone="warning" actions={<Button size="sm">Reconnect</Button>}>
            The connection was lost. Trying again in 5 s.
          </Banner>
          <Banner tone="danger">The disk reports errors. Copy what matters to another disk.</Banner>
        </div>
      </Demo>
      <Demo title="Loading, empty, error" layout="plain">
        <div className={styles.states}>
          <div className={styles.panel} style={{ padding: 20, gap: 14 }}>
            <Skeleton width="60%" height={20} />
            <Skeleton />
            <Skeleton width="80%" />
            <Skeleton height={90} radius={12} />
          </div>
          <div className={styles.panel}>
            <EmptyState
              icon={<IconFolderOpen />}
              title="This folder is empty"
              text="Drop files here, or choose them from this computer."
              actions={
                <Button variant="primary" icon={<IconCloudUpload />}>
                  Upload files
                </Button>
              }
            />
          </div>
          <div className={styles.panel}>
            <ErrorState
              icon={<IconWifiOff />}
              title="The box does not answer"
              text="Check that it is switched on and in the same network."
              retryLabel="Try again"
              onRetry={() => undefined}
              details="E_CONNREFUSED 192.168.1.20:8080"
              detailsLabel="Details for support"
            />
          </div>
        </div>
      </Demo>
    </>
  );
}
