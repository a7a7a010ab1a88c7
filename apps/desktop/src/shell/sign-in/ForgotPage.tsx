import { Button } from '@boxwood/ui';
import { RouterToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { ROUTES } from '../routes/route.ts';
import { forgot } from './forgot-messages.ts';
import { SignInFrame } from './SignInFrame.tsx';
import styles from './sign-in.module.css';

/** Command to run in a terminal of the box (`apps/box/src/server/commands/password-command.ts`). */
const PASSWORD_COMMAND = 'node main.js password NAME --data DIR';

/** `/?join=forgot`: explains how to get a new password. */
export const ForgotPage = () => {
  const t = useText(forgot);
  const router = useService(RouterToken);
  return (
    <SignInFrame title={t('title')} lead={t('lead')}>
      <div className={styles.form}>
        <p className={styles.joinText}>{t('ask')}</p>
        <p className={styles.joinText}>{t('self')}</p>
        <code className={styles.command}>{PASSWORD_COMMAND}</code>
        <p className={styles.joinText}>{t('stays')}</p>
      </div>
      <div className={styles.actions}>
        <Button
          variant="primary"
          onClick={() => {
            router.replace(ROUTES.signInForm);
          }}
        >
          {t('back')}
        </Button>
      </div>
    </SignInFrame>
  );
};
