import { passwordLinks } from '@boxwood/domain';
import { Button, TextField } from '@boxwood/ui';
import { from, switchMap } from 'rxjs';
import { AccountClientToken, RouterToken, ServingBoxToken, SessionToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useAction } from '../react/use-outcome.ts';
import { useText } from '../react/use-text.ts';
import type { RenewLink } from '../routes/renew-link.ts';
import { ROUTES } from '../routes/route.ts';
import { FailureNote } from './FailureNote.tsx';
import { forgot } from './forgot-messages.ts';
import { Frame } from './Frame.tsx';
import { NewPassword } from './NewPassword.tsx';
import { checkRenewal, type RenewForm } from './rules.ts';
import styles from './sign-in.module.css';
import { useForm } from './use-form.ts';

/** `/?join=forgot` with an administrator's link: chooses a new password and signs in with it. */
export const RenewPage = ({ link: { user, secret } }: { readonly link: RenewLink }) => {
  const t = useText(forgot);
  const account = useService(AccountClientToken);
  const serving = useService(ServingBoxToken);
  const session = useService(SessionToken);
  const router = useService(RouterToken);
  const action = useAction();
  const { field, submit } = useForm<RenewForm>({ password: '', repeat: '' }, checkRenewal, ({ password }) => {
    action.run(
      // The box first reports the address of its account service.
      () => from(serving.learned).pipe(switchMap(() => passwordLinks(account).use(user, secret, password))),
      () => {
        router.replace(ROUTES.signIn);
        session.signIn(user, password);
      },
    );
  });
  return (
    <Frame title={t('renewTitle')} lead={t('renewLead')}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField label={t('userName')} name="username" autoComplete="username" readOnly value={user} />
        <NewPassword password={field('password')} repeat={field('repeat')} />
        <p className={styles.joinText}>{t('stays')}</p>
        <FailureNote failure={action.state.at === 'failed' ? action.state.failure : null} />
        <Button type="submit" variant="primary" size="lg" fullWidth busy={action.state.at === 'running'}>
          {t('renew')}
        </Button>
      </form>
    </Frame>
  );
};
