import { Button, TextField } from '@boxwood/ui';
import { useCallback } from 'react';
import {
  BoxesToken,
  LinkHintsToken,
  RouterToken,
  SessionToken,
  SettingsToken,
  SetupToken,
} from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useQuery } from '../../platform/react/use-query.ts';
import { useAction } from '../../platform/react/use-action.ts';
import { useText } from '../../platform/react/use-text.ts';
import { ROUTES } from '../routes/route.ts';
import { setWelcomeDue } from '../../kit/app/welcome-due.ts';
import { FailureNote } from './FailureNote.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { join } from './join-messages.ts';
import { setUp } from './setup-messages.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { validateJoinForm, type JoinForm } from './sign-in-validation.ts';
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
  const invite = useService(LinkHintsToken).invite ?? '';
  const settings = useService(SettingsToken);
  const action = useAction();
  const [box] = useQuery(useCallback(() => setup.state(), [setup]));
  const name = box.at === 'ready' ? box.value.boxname : '';
  const { field, submit } = useForm<JoinForm>(
    { invite, user: '', password: '', repeat: '' },
    validateJoinForm,
    (form) => {
      action.run(
        () => boxes.register(form.user, form.password, form.invite),
        () => {
          setWelcomeDue(settings, form.user, true);
          router.replace(ROUTES.signIn);
          session.signIn(form.user, form.password);
        },
      );
    },
  );
  return (
    <SignInFrame title={name === '' ? t('title') : t('titleOf', { name })} lead={t('lead')}>
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
        <NewPasswordFields password={field('password')} repeat={field('repeat')} />
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
    </SignInFrame>
  );
};
