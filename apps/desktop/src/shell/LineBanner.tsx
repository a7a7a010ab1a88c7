import type { LineState } from '@boxwood/domain';
import { Button, cx, IconClock, IconWifiOff } from '@boxwood/ui';
import { ActsToken, LateCallsToken, SessionToken, ShellToken } from '../composition/tokens.ts';
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

/**
 * Shows that the connection to the box or the account service is lost, until it is back (LOGIN-19, G-28), with the
 * number of pending actions; that a response is slow; or that a pending action needs a decision.
 */
export const LineBanner = ({
  strip = false,
}: {
  /** Shown as a separate row, as on a phone, where it would cover the list. */ readonly strip?: boolean;
}) => {
  const t = useText(shell);
  const w = useText(sessionWords);
  const session = useService(SessionToken);
  const acts = useService(ActsToken);
  const line = useStream(session.line$);
  const count = useStream(acts.waiting$).length;
  const isAsked = useStream(acts.question$) !== null;
  const isLate = useStream(useService(LateCallsToken).any$);
  const look = cx(styles.banner, strip && styles.strip, line === 'failed' && styles.bannerBad);
  if (line === 'ok' && isAsked)
    return (
      <div role="status" className={look}>
        <IconClock size={18} />
        <span>{t('waitsForYou')}</span>
        <ShowWaiting />
      </div>
    );
  if (line === 'ok') return isLate ? <Late look={look} /> : null;
  return (
    <div role="status" className={look}>
      <IconWifiOff size={18} />
      <span>
        {w(WORD[line])}
        {count === 0 ? null : <small>{t('waits', { count })}</small>}
      </span>
      {count === 0 ? null : <ShowWaiting />}
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

const ShowWaiting = () => {
  const panels = useService(ShellToken);
  return (
    <Button
      size="sm"
      onClick={() => {
        panels.show('waiting');
      }}
    >
      {useText(shell)('showWaiting')}
    </Button>
  );
};

const Late = ({ look }: { readonly look: string }) => (
  <div role="status" className={look}>
    <IconClock size={18} />
    <span>{useText(shell)('late')}</span>
  </div>
);
