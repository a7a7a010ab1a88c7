import { countCharacters, checkNewPassword, isMail, normalizePhoneNumber } from '@boxwood/command-bus/rules';
import type { UserProfile } from '@boxwood/domain';
import { PasswordField, RadioGroup, TextField } from '@boxwood/ui';
import { useState } from 'react';
import { commonMessages } from '../../../kit/app/messages.ts';
import { useProfile } from '../../../kit/app/profile-service.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { VerificationCodeField } from './VerificationCodeField.tsx';
import { isVerificationCode, isNickname } from './profile-validation.ts';

interface DialogCallbacks {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export const NicknameDialog = ({ current, ...callbacks }: DialogCallbacks & { readonly current: string }) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const profile = useProfile();
  const [name, setName] = useState(current);
  const isValid = isNickname(name);
  return (
    <ChangeDialog
      {...callbacks}
      title={t('nickname')}
      confirmLabel={c('save')}
      input={name}
      isValid={isValid}
      save={() => profile.changeNickname(name.trim())}
    >
      {({ isSubmitted }) => (
        <TextField
          label={t('nickname')}
          autoFocus
          value={name}
          error={isSubmitted && !isValid ? t('nicknameIssue', { count: countCharacters(name.trim()) }) : null}
          onValueChange={setName}
        />
      )}
    </ChangeDialog>
  );
};

/** Changes the mail address or mobile number, verified by a code sent to it (ACCOUNT-03). */
export const AddressDialog = ({ kind, ...callbacks }: DialogCallbacks & { readonly kind: 'mail' | 'mobile' }) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const profile = useProfile();
  const [address, setAddress] = useState('');
  const [code, setCode] = useState('');
  const [isCodeRequested, setIsCodeRequested] = useState(false);
  const isMailAddress = kind === 'mail';
  // The normalised form in which the address is stored.
  const normalised = isMailAddress
    ? isMail(address.trim())
      ? address.trim().toLowerCase()
      : null
    : normalizePhoneNumber(address);
  const isValid = normalised !== null;
  return (
    <ChangeDialog
      {...callbacks}
      title={isMailAddress ? t('newMail') : t('newMobile')}
      confirmLabel={c('save')}
      input={[address, code]}
      isValid={isValid && isVerificationCode(code)}
      save={() =>
        isMailAddress ? profile.changeMail(normalised ?? '', code) : profile.changeMobile(normalised ?? '', code)
      }
    >
      {({ isSubmitted, onFailure }) => (
        <>
          <TextField
            label={isMailAddress ? t('newMail') : t('newMobile')}
            type={isMailAddress ? 'email' : 'tel'}
            autoComplete={isMailAddress ? 'email' : 'tel'}
            autoFocus
            value={address}
            {...(isMailAddress ? {} : { hint: t('mobileHint') })}
            error={(isSubmitted || isCodeRequested) && !isValid ? t(isMailAddress ? 'mailIssue' : 'mobileIssue') : null}
            onValueChange={setAddress}
          />
          <VerificationCodeField
            address={normalised ?? ''}
            send={(to) => profile.proveAddress(to)}
            onNoAddress={() => {
              setIsCodeRequested(true);
            }}
            value={code}
            error={isSubmitted && !isVerificationCode(code) ? t('codeIssue') : null}
            onValueChange={setCode}
            onFailure={onFailure}
          />
        </>
      )}
    </ChangeDialog>
  );
};

/** Changes the password, confirmed by a code to the bound mobile number or mail address (ACCOUNT-04, ACCOUNT-05). */
export const PasswordDialog = ({ me, ...callbacks }: DialogCallbacks & { readonly me: UserProfile }) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const profile = useProfile();
  const addresses = [me.mobile, me.mail].filter((address) => address !== '');
  const [address, setAddress] = useState(addresses[0] ?? '');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const isStrong = checkNewPassword(password).ok;
  const isRepeated = repeat === password;
  return (
    <ChangeDialog
      {...callbacks}
      title={t('changePassword')}
      description={addresses.length === 0 ? t('noAddress') : t('passwordText')}
      confirmLabel={t('changePassword')}
      input={[address, code, password, repeat]}
      isValid={address !== '' && isVerificationCode(code) && isStrong && isRepeated}
      save={() => profile.changePassword(password, address, code)}
    >
      {({ isSubmitted, onFailure }) => (
        <>
          {addresses.length > 1 ? (
            <RadioGroup
              across
              label={t('sendTo')}
              value={address}
              options={addresses.map((value) => ({ value, label: value }))}
              onValueChange={setAddress}
            />
          ) : null}
          <VerificationCodeField
            address={address}
            send={(to) => profile.sendCode(to, 'password')}
            value={code}
            error={isSubmitted && !isVerificationCode(code) ? t('codeIssue') : null}
            onValueChange={setCode}
            onFailure={onFailure}
          />
          <PasswordField
            label={t('newPassword')}
            autoComplete="new-password"
            showPasswordLabel={c('showPassword')}
            hidePasswordLabel={c('hidePassword')}
            value={password}
            error={isSubmitted && !isStrong ? t('passwordIssue') : null}
            onValueChange={setPassword}
          />
          <PasswordField
            label={t('repeat')}
            autoComplete="new-password"
            showPasswordLabel={c('showPassword')}
            hidePasswordLabel={c('hidePassword')}
            value={repeat}
            error={isSubmitted && !isRepeated ? t('differs') : null}
            onValueChange={setRepeat}
          />
        </>
      )}
    </ChangeDialog>
  );
};
