import { Button } from '@boxwood/ui';
import { commonMessages } from '../../kit/app/messages.ts';
import { SettingsToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { signIn } from './messages.ts';
import styles from './sign-in.module.css';

/**
 * The page that the service worker cached, shown while the box is unreachable (phone.md, offline). It is replaced
 * automatically when the box answers.
 */
export const BoxUnreachablePage = () => {
  const t = useText(signIn);
  const c = useText(commonMessages);
  const name = useService(SettingsToken).get('boxNick');
  return (
    <SignInFrame title={name === null ? t('awaySome') : t('away', { name })} lead={t('awayText')}>
      <div className={styles.actions}>
        <Button
          onClick={() => {
            location.reload();
          }}
        >
          {c('retry')}
        </Button>
      </div>
    </SignInFrame>
  );
};
