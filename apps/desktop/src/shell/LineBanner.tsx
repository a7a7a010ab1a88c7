import type { LineState } from '@boxwood/domain';
import { Button, cx, IconWifiOff } from '@boxwood/ui';
import { SessionToken } from '../composition/tokens.ts';
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

/** Says that the line to the box or the account service broke, until it is back (LOGIN-19, G-28). */
export const LineBanner = () => {
  const t = useText(shell);
  const w = useText(sessionWords);
  const session = useService(SessionToken);
  const line = useStream(session.line$);
  if (line === 'ok') return null;
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
