import { Button, TextField } from '@boxwood/ui';
import { useCallback } from 'react';
import { BoxesToken, HintsToken, RouterToken, SessionToken, SettingsToken, SetupToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useQuery } from '../react/use-query.ts';
import { useAction } from '../react/use-outcome.ts';
import { useText } from '../react/use-text.ts';
import { ROUTES } from '../routes/route.ts';
import { setWelcome } from '../app-kit/welcome-due.ts';
import { FailureNote } from './FailureNote.tsx';
import { Frame } from './Frame.tsx';
import { join } from './join-messages.ts';
import { setUp } from './setup-messages.ts';
import { NewPassword } from './NewPassword.tsx';
import { checkJoin, type JoinForm } from './rules.ts';
import styles from './sign-in.module.css';
import { useForm } from './use-form.ts';

/** `/?join=`: creates an account with an invitation from a box administrator and signs in with it (X102, G-29). */
export const JoinPage = () => {
  const t = useText(join);
  const s = useText(setUp);
  const boxes = useService(BoxesToken);
  const session = useService(SessionToken);
  const router = useService(RouterToken);
  const setup = useService(SetupToken);
  const invite = useService(HintsToken).invite ?? '';
  const settings = useService(SettingsToken);
  const action = useAction();
  const [box] = useQuery(useCallback(() => setup.state(), [setup]));
  const name = box.at === 'ready' ? box.value.boxname : '';
  const { field, submit } = useForm<JoinForm>({ invite, user: '', password: '', repeat: '' }, checkJoin, (form) => {
    action.run(
      () => boxes.register(form.user, form.password, form.invite),
      () => {
        setWelcome(settings, form.user, true);
        router.replace(ROUTES.signIn);
        session.signIn(form.user, form.password);
      },
    );
  });
  return (
    <Frame title={name === '' ? t('title') : t('titleOf', { name })} lead={t('lead')}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label={t('code')}
          hint={t('codeHint')}
          name="invitation"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus={invite === ''}
          {...field('invite')}
        />
        <TextField
          label={s('ownerName')}
          hint={s('ownerNameHint')}
          name="username"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus={invite !== ''}
          {...field('user')}
        />
        <NewPassword password={field('password')} repeat={field('repeat')} />
        <FailureNote failure={action.state.at === 'failed' ? action.state.failure : null} />
        <Button type="submit" variant="primary" size="lg" fullWidth busy={action.state.at === 'running'}>
          {t('join')}
        </Button>
      </form>
      <p className={styles.aside}>
        {t('haveAccount')}
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            router.go(ROUTES.signInForm);
          }}
        >
          {s('signIn')}
        </Button>
      </p>
    </Frame>
  );
};
