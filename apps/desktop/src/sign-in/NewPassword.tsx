import { PasswordField } from '@boxwood/ui';
import { common } from '../app-kit/messages.ts';
import { useText } from '../react/use-text.ts';
import { setUp } from './setup-messages.ts';
import type { FieldProps } from './use-form.ts';

/** The fields of a new password and its repetition. */
export const NewPassword = ({ password, repeat }: { readonly password: FieldProps; readonly repeat: FieldProps }) => {
  const t = useText(setUp);
  const c = useText(common);
  const shared = {
    autoComplete: 'new-password',
    showLabel: c('showPassword'),
    hideLabelText: c('hidePassword'),
  } as const;
  return (
    <>
      <PasswordField label={t('password')} name="password" {...shared} {...password} />
      <PasswordField label={t('repeat')} name="repeat" {...shared} {...repeat} />
    </>
  );
};
