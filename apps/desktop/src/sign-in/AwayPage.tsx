import { Button } from '@boxwood/ui';
import { common } from '../app-kit/messages.ts';
import { SettingsToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useText } from '../react/use-text.ts';
import { Frame } from './Frame.tsx';
import { signIn } from './messages.ts';
import styles from './sign-in.module.css';

/**
 * The page that the service worker cached, shown while the box is unreachable (phone.md, offline). It is replaced
 * automatically when the box answers.
 */
export const AwayPage = () => {
  const t = useText(signIn);
  const c = useText(common);
  const name = useService(SettingsToken).get('boxNick');
  return (
    <Frame title={name === null ? t('awaySome') : t('away', { name })} lead={t('awayText')}>
      <div className={styles.actions}>
        <Button
          onClick={() => {
            location.reload();
          }}
        >
          {c('retry')}
        </Button>
      </div>
    </Frame>
  );
};
