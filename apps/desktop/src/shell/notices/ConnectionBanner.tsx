import type { ConnectionState } from '@boxwood/domain';
import { Button, cx, IconClock, IconWifiOff } from '@boxwood/ui';
import { OfflineQueueToken, SlowCallsToken, SessionToken, ShellToken } from '../../composition/service-tokens.ts';
import { sessionStateMessages } from '../../platform/i18n/session-state-messages.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { shellMessages } from '../messages.ts';
import styles from '../desktop/desktop.module.css';

const MESSAGE_KEYS = {
  lost: 'session.lost',
  failed: 'session.reconnectFailed',
  offline: 'session.offline',
} as const satisfies Readonly<Record<Exclude<ConnectionState, 'ok'>, string>>;

/**
 * Shows that the connection to the box or the account service is lost, until it is back (LOGIN-19, G-28), with the
 * number of pending actions; that a response is slow; or that a pending action needs a decision.
 */
export const ConnectionBanner = ({
  strip = false,
}: {
  /** Shown as a separate row, as on a phone, where it would cover the list. */ readonly strip?: boolean;
}) => {
  const t = useText(shellMessages);
  const sessionText = useText(sessionStateMessages);
  const session = useService(SessionToken);
  const offlineQueue = useService(OfflineQueueToken);
  const connection = useStream(session.connection$);
  const count = useStream(offlineQueue.pending$).length;
  const hasQuestion = useStream(offlineQueue.question$) !== null;
  const isSlow = useStream(useService(SlowCallsToken).hasSlowCall$);
  const className = cx(styles.banner, strip && styles.strip, connection === 'failed' && styles.bannerBad);
  if (connection === 'ok' && hasQuestion)
    return (
      <div role="status" className={className}>
        <IconClock size={18} />
        <span>{t('waitsForYou')}</span>
        <ShowPendingButton />
      </div>
    );
  if (connection === 'ok') return isSlow ? <SlowNotice className={className} /> : null;
  return (
    <div role="status" className={className}>
      <IconWifiOff size={18} />
      <span>
        {sessionText(MESSAGE_KEYS[connection])}
        {count === 0 ? null : <small>{t('waits', { count })}</small>}
      </span>
      {count === 0 ? null : <ShowPendingButton />}
      <Button
        size="sm"
        onClick={() => {
          session.checkNow();
        }}
      >
        {t('reconnect')}
      </Button>
    </div>
  );
};

const ShowPendingButton = () => {
  const panels = useService(ShellToken);
  return (
    <Button
      size="sm"
      onClick={() => {
        panels.show('waiting');
      }}
    >
      {useText(shellMessages)('showWaiting')}
    </Button>
  );
};

const SlowNotice = ({ className }: { readonly className: string }) => (
  <div role="status" className={className}>
    <IconClock size={18} />
    <span>{useText(shellMessages)('late')}</span>
  </div>
);
