import { PasswordField } from '@boxwood/ui';
import { commonMessages } from '../../kit/app/messages.ts';
import { useText } from '../../platform/react/use-text.ts';
import { setUp } from './setup-messages.ts';
import type { TextFieldState } from './use-form.ts';

/** The fields of a new password and its repetition. */
export const NewPasswordFields = ({
  password,
  repeat,
}: {
  readonly password: TextFieldState;
  readonly repeat: TextFieldState;
}) => {
  const t = useText(setUp);
  const c = useText(commonMessages);
  const shared = {
    autoComplete: 'new-password',
    showPasswordLabel: c('showPassword'),
    hidePasswordLabel: c('hidePassword'),
  } as const;
  return (
    <>
      <PasswordField label={t('password')} name="password" {...shared} {...password} />
      <PasswordField label={t('repeat')} name="repeat" {...shared} {...repeat} />
    </>
  );
};
