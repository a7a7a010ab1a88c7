import { passwordLinks } from '@boxwood/domain';
import { Button, TextField } from '@boxwood/ui';
import { from, switchMap } from 'rxjs';
import { AccountClientToken, RouterToken, ServingBoxToken, SessionToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useText } from '../../platform/react/use-text.ts';
import type { PasswordLink } from '../routes/password-link.ts';
import { ROUTES } from '../routes/route.ts';
import { FailureNote } from './FailureNote.tsx';
import { forgot } from './forgot-messages.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { validateNewPasswordForm, type NewPasswordForm } from './sign-in-validation.ts';
import styles from './sign-in.module.css';
import { useForm } from './use-form.ts';

/** `/?join=forgot` with an administrator's link: chooses a new password and signs in with it. */
export const NewPasswordPage = ({ link: { user, secret } }: { readonly link: PasswordLink }) => {
  const t = useText(forgot);
  const account = useService(AccountClientToken);
  const servingBox = useService(ServingBoxToken);
  const session = useService(SessionToken);
  const router = useService(RouterToken);
  const action = useAction();
  const { field, submit } = useForm<NewPasswordForm>(
    { password: '', repeat: '' },
    validateNewPasswordForm,
    ({ password }) => {
      action.run(
        // The box first reports the address of its account service.
        () => from(servingBox.identified).pipe(switchMap(() => passwordLinks(account).use(user, secret, password))),
        () => {
          router.replace(ROUTES.signIn);
          session.signIn(user, password);
        },
      );
    },
  );
  return (
    <SignInFrame title={t('renewTitle')} lead={t('renewLead')}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField label={t('userName')} name="username" autoComplete="username" readOnly value={user} />
        <NewPasswordFields password={field('password')} repeat={field('repeat')} />
        <p className={styles.joinText}>{t('stays')}</p>
        <FailureNote failure={action.state.at === 'failed' ? action.state.failure : null} />
        <Button type="submit" variant="primary" size="lg" fullWidth busy={action.state.at === 'running'}>
          {t('renew')}
        </Button>
      </form>
    </SignInFrame>
  );
};
