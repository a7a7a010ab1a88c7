import { Button, PasswordField, TextField } from '@boxwood/ui';
import type { Failure } from '@boxwood/domain';
import { type SubmitEvent, useCallback, useState } from 'react';
import { common } from '../app-kit/messages.ts';
import { RouterToken, SessionToken, SetupToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useLoad } from '../react/use-load.ts';
import { useAction } from '../react/use-outcome.ts';
import { useText } from '../react/use-text.ts';
import { ROUTES } from '../routes/route.ts';
import { FailureNote } from './FailureNote.tsx';
import { Frame } from './Frame.tsx';
import { signIn } from './messages.ts';
import { checkSetup, type SetupForm } from './rules.ts';
import styles from './sign-in.module.css';

/** Refusals of the setup in the words of this page; null for everything else. */
const wordOf = (failure: Failure): 'setupCodeWrong' | 'setupTooMany' | 'setupOver' | null => {
  if (failure._tag !== 'Refused') return null;
  return failure.code === 6
    ? 'setupCodeWrong'
    : failure.code === 16
      ? 'setupTooMany'
      : failure.code === 11
        ? 'setupOver'
        : null;
};

/** `/?setup=code`: the first run of a box. Names it, creates its owner, signs the owner in. */
export const SetupPage = ({ code }: { readonly code: string }) => {
  const t = useText(signIn);
  const c = useText(common);
  const setup = useService(SetupToken);
  const session = useService(SessionToken);
  const router = useService(RouterToken);
  const action = useAction();
  const [form, setForm] = useState<SetupForm>({ boxName: '', owner: '', password: '', repeat: '' });
  const [asked, setAsked] = useState(false);
  const [box] = useLoad(useCallback(() => setup.state(), [setup]));
  const issues = checkSetup(form);
  const field = (key: keyof SetupForm) => ({
    value: form[key],
    error: asked && issues[key] !== null ? t(issues[key]) : null,
    onValueChange: (value: string) => {
      setForm((old) => ({ ...old, [key]: value }));
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(true);
    if (Object.values(issues).some((issue) => issue !== null)) return;
    action.run(
      () => setup.run(code, form.boxName.trim(), form.owner, form.password),
      () => {
        router.replace(ROUTES.signIn);
        session.signIn(form.owner, form.password);
      },
    );
  };
  if (box.at === 'ready' && box.value.needed === 0) {
    return (
      <Frame title={t('setupOver')} lead={t('setupOverText')}>
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
      </Frame>
    );
  }
  const failure = action.state.at === 'failed' ? action.state.failure : null;
  const word = failure === null ? null : wordOf(failure);
  return (
    <Frame title={t('setupTitle')} lead={t('setupLead')}>
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
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="new-password"
          showLabel={c('showPassword')}
          hideLabelText={c('hidePassword')}
          {...field('password')}
        />
        <PasswordField
          label={t('repeat')}
          name="repeat"
          autoComplete="new-password"
          showLabel={c('showPassword')}
          hideLabelText={c('hidePassword')}
          {...field('repeat')}
        />
        {word === null ? (
          <FailureNote failure={failure} />
        ) : (
          <p role="alert" className={styles.failure}>
            {t(word)}
          </p>
        )}
        <Button type="submit" variant="primary" size="lg" fullWidth busy={action.state.at === 'running'}>
          {t('create')}
        </Button>
      </form>
    </Frame>
  );
};
