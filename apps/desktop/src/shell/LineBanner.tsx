import type { LineState } from '@boxwood/domain';
import { Button, cx, IconClock, IconWifiOff } from '@boxwood/ui';
import { LateCallsToken, SessionToken } from '../composition/tokens.ts';
import { sessionWords } from '../i18n/session-words.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
import { shell } from './messages.ts';
import styles from './desktop.module.css';

const WORD = {
  lost: 'session.lost',
  failed: 'session.reconnectFailed',
  offline: 'session.offline',
} as const satisfies Readonly<Record<Exclude<LineState, 'ok'>, string>>;

/** Says that the line to the box or the account service broke, until it is back (LOGIN-19, G-28), or that an answer takes its time. */
export const LineBanner = () => {
  const t = useText(shell);
  const w = useText(sessionWords);
  const session = useService(SessionToken);
  const line = useStream(session.line$);
  const isLate = useStream(useService(LateCallsToken).any$);
  if (line === 'ok') return isLate ? <Late /> : null;
  return (
    <div role="status" className={cx(styles.banner, line === 'failed' && styles.bannerBad)}>
      <IconWifiOff size={18} />
      <span>{w(WORD[line])}</span>
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

const Late = () => (
  <div role="status" className={styles.banner}>
    <IconClock size={18} />
    <span>{useText(shell)('late')}</span>
  </div>
);
