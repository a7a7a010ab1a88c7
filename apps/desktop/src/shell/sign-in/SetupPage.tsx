import { GEN } from '@boxwood/box-sdk';
import { Button, TextField } from '@boxwood/ui';
import type { Failure } from '@boxwood/domain';
import { useCallback } from 'react';
import { RouterToken, SessionToken, SettingsToken, SetupToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useQuery } from '../../platform/react/use-query.ts';
import { useAction } from '../../platform/react/use-action.ts';
import { useText } from '../../platform/react/use-text.ts';
import { ROUTES } from '../routes/route.ts';
import { setWelcomeDue } from '../../kit/app/welcome-due.ts';
import { FailureNote } from './FailureNote.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { setUp } from './setup-messages.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { validateSetupForm, type SetupForm } from './sign-in-validation.ts';
import styles from './sign-in.module.css';
import { useForm } from './use-form.ts';

/** Message key for a refused setup; null for every other failure. */
const messageKeyOf = (failure: Failure): 'setupCodeWrong' | 'setupTooMany' | 'setupOver' | null => {
  if (failure._tag !== 'Refused') return null;
  return failure.code === GEN.wrongSecret
    ? 'setupCodeWrong'
    : failure.code === GEN.overLimit
      ? 'setupTooMany'
      : failure.code === GEN.invalid
        ? 'setupOver'
        : null;
};

const EMPTY_FORM: SetupForm = { boxName: '', owner: '', password: '', repeat: '' };

/** `/?setup=code`: the first run of a box. Names the box, creates its owner and signs the owner in. */
export const SetupPage = ({ code }: { readonly code: string }) => {
  const t = useText(setUp);
  const setup = useService(SetupToken);
  const session = useService(SessionToken);
  const router = useService(RouterToken);
  const settings = useService(SettingsToken);
  const action = useAction();
  const [box] = useQuery(useCallback(() => setup.state(), [setup]));
  const { field, submit } = useForm<SetupForm>(EMPTY_FORM, validateSetupForm, (form) => {
    action.run(
      () => setup.run(code, form.boxName.trim(), form.owner, form.password),
      () => {
        setWelcomeDue(settings, form.owner, true);
        router.replace(ROUTES.signIn);
        session.signIn(form.owner, form.password);
      },
    );
  });
  if (box.at === 'ready' && box.value.needed === 0) {
    return (
      <SignInFrame title={t('setupOver')} lead={t('setupOverText')}>
        <div className={styles.actions}>
          <Button
            variant="primary"
            size="lg"
            onClick={() => {
              router.replace(ROUTES.signInForm);
            }}
          >
            {t('signIn')}
          </Button>
        </div>
      </SignInFrame>
    );
  }
  const failure = action.state.at === 'failed' ? action.state.failure : null;
  const messageKey = failure === null ? null : messageKeyOf(failure);
  return (
    <SignInFrame title={t('setupTitle')} lead={t('setupLead')}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label={t('boxName')}
          hint={t('boxNameHint')}
          name="box-name"
          autoFocus
          autoComplete="off"
          {...field('boxName')}
        />
        <TextField
          label={t('ownerName')}
          hint={t('ownerNameHint')}
          name="username"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          {...field('owner')}
        />
        <NewPasswordFields password={field('password')} repeat={field('repeat')} />
        {messageKey === null ? (
          <FailureNote failure={failure} />
        ) : (
          <p role="alert" className={styles.failure}>
            {t(messageKey)}
          </p>
        )}
        <Button type="submit" variant="primary" size="lg" fullWidth busy={action.state.at === 'running'}>
          {t('create')}
        </Button>
      </form>
    </SignInFrame>
  );
};
