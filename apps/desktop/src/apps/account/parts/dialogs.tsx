import { characters, checkNewPassword, isMail, phoneNumber } from '@boxwood/command-bus/rules';
import type { UserProfile } from '@boxwood/domain';
import { PasswordField, RadioGroup, TextField } from '@boxwood/ui';
import { useState } from 'react';
import { common } from '../../../app-kit/messages.ts';
import { useProfile } from '../../../app-kit/profile-service.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { CodeField } from './CodeField.tsx';
import { isCode, isNickname } from './rules.ts';

interface Ends {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export const NicknameDialog = ({ current, ...ends }: Ends & { readonly current: string }) => {
  const t = useText(messages);
  const c = useText(common);
  const profile = useProfile();
  const [name, setName] = useState(current);
  const good = isNickname(name);
  return (
    <ChangeDialog
      {...ends}
      title={t('nickname')}
      confirm={c('save')}
      typed={name}
      valid={good}
      act={() => profile.changeNickname(name.trim())}
    >
      {({ asked }) => (
        <TextField
          label={t('nickname')}
          autoFocus
          value={name}
          error={asked && !good ? t('nicknameIssue', { count: characters(name.trim()) }) : null}
          onValueChange={setName}
        />
      )}
    </ChangeDialog>
  );
};

/** Changes the mail address or mobile number, verified by a code sent to it (ACCOUNT-03). */
export const AddressDialog = ({ kind, ...ends }: Ends & { readonly kind: 'mail' | 'mobile' }) => {
  const t = useText(messages);
  const c = useText(common);
  const profile = useProfile();
  const [address, setAddress] = useState('');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const mail = kind === 'mail';
  // The normalised form in which the address is stored.
  const plain = mail ? (isMail(address.trim()) ? address.trim().toLowerCase() : null) : phoneNumber(address);
  const good = plain !== null;
  return (
    <ChangeDialog
      {...ends}
      title={mail ? t('newMail') : t('newMobile')}
      confirm={c('save')}
      typed={[address, code]}
      valid={good && isCode(code)}
      act={() => (mail ? profile.changeMail(plain ?? '', code) : profile.changeMobile(plain ?? '', code))}
    >
      {({ asked, fail }) => (
        <>
          <TextField
            label={mail ? t('newMail') : t('newMobile')}
            type={mail ? 'email' : 'tel'}
            autoComplete={mail ? 'email' : 'tel'}
            autoFocus
            value={address}
            {...(mail ? {} : { hint: t('mobileHint') })}
            error={(asked || tried) && !good ? t(mail ? 'mailIssue' : 'mobileIssue') : null}
            onValueChange={setAddress}
          />
          <CodeField
            address={plain ?? ''}
            send={(to) => profile.proveAddress(to)}
            onNoAddress={() => {
              setTried(true);
            }}
            value={code}
            error={asked && !isCode(code) ? t('codeIssue') : null}
            onValueChange={setCode}
            onFailure={fail}
          />
        </>
      )}
    </ChangeDialog>
  );
};

/** Changes the password, confirmed by a code to the bound mobile number or mail address (ACCOUNT-04, ACCOUNT-05). */
export const PasswordDialog = ({ me, ...ends }: Ends & { readonly me: UserProfile }) => {
  const t = useText(messages);
  const c = useText(common);
  const profile = useProfile();
  const addresses = [me.mobile, me.mail].filter((address) => address !== '');
  const [address, setAddress] = useState(addresses[0] ?? '');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const strong = checkNewPassword(password).ok;
  const same = repeat === password;
  return (
    <ChangeDialog
      {...ends}
      title={t('changePassword')}
      description={addresses.length === 0 ? t('noAddress') : t('passwordText')}
      confirm={t('changePassword')}
      typed={[address, code, password, repeat]}
      valid={address !== '' && isCode(code) && strong && same}
      act={() => profile.changePassword(password, address, code)}
    >
      {({ asked, fail }) => (
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
          <CodeField
            address={address}
            send={(to) => profile.sendCode(to, 'password')}
            value={code}
            error={asked && !isCode(code) ? t('codeIssue') : null}
            onValueChange={setCode}
            onFailure={fail}
          />
          <PasswordField
            label={t('newPassword')}
            autoComplete="new-password"
            showLabel={c('showPassword')}
            hideLabelText={c('hidePassword')}
            value={password}
            error={asked && !strong ? t('passwordIssue') : null}
            onValueChange={setPassword}
          />
          <PasswordField
            label={t('repeat')}
            autoComplete="new-password"
            showLabel={c('showPassword')}
            hideLabelText={c('hidePassword')}
            value={repeat}
            error={asked && !same ? t('differs') : null}
            onValueChange={setRepeat}
          />
        </>
      )}
    </ChangeDialog>
  );
};
