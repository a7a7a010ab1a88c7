import type { FileEntry, UserProfile } from '@boxwood/domain';
import { checkPicture } from '@boxwood/command-bus/rules';
import { Button, Card, CardRow, Page, Section } from '@boxwood/ui';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { PersonAvatar } from '../../../kit/app/PersonAvatar.tsx';
import { toFormUpload } from '../../../kit/app/form-upload.ts';
import { useProfile } from '../../../kit/app/profile-service.ts';
import { NotificationsToken, SessionToken, SettingsToken } from '../../../composition/service-tokens.ts';
import { useFileContentReader } from '../../../kit/files/content/use-file-content-reader.ts';
import { ImageSelector } from '../../../kit/files/ImageSelector.tsx';
import { useService } from '../../../platform/react/scope.tsx';
import { useAction } from '../../../platform/react/use-action.ts';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import { AddressDialog, NicknameDialog, PasswordDialog } from './profile-dialogs.tsx';
import styles from '../account.module.css';

type OpenProfileDialog = 'none' | 'nickname' | 'mail' | 'mobile' | 'password';

const ProfileRow = ({
  name,
  value,
  action,
}: {
  readonly name: string;
  readonly value: ReactNode;
  readonly action?: ReactNode;
}) => (
  <CardRow>
    <span className={styles.name}>{name}</span>
    <span className={styles.value}>{value}</span>
    {action}
  </CardRow>
);

const AvatarEditor = ({ me, onChanged }: { readonly me: UserProfile; readonly onChanged: () => void }) => {
  const t = useText(messages);
  const profile = useProfile();
  const settings = useService(SettingsToken);
  const failureText = useFailureText();
  const action = useAction();
  const fileReading = useFileContentReader();
  const notifications = useService(NotificationsToken);
  const [isInvalid, setIsInvalid] = useState(false);
  const [isSelectorOpen, setSelectorOpen] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const uploadAvatar = (file: File | undefined): void => {
    if (file === undefined) return;
    const isValid = checkPicture(file).ok;
    setIsInvalid(!isValid);
    if (!isValid) return;
    void toFormUpload(file).then((ready) => {
      action.run(
        () => profile.changeAvatar(ready),
        (address) => {
          settings.set('avatar', address);
          onChanged();
        },
      );
    });
  };
  // Reads a picture from the box and uploads it like one from the computer.
  const uploadFromBox = ({ path, name, size }: FileEntry): void => {
    const isValid = checkPicture({ name, size }).ok;
    setIsInvalid(!isValid);
    if (!isValid) return;
    fileReading.read(path, size).subscribe((result) => {
      if (result._tag === 'Left') notifications.fail(result.left);
      else uploadAvatar(new File([result.right.bytes], name));
    });
  };
  const failureMessage = action.state.at === 'failed' ? failureText(action.state.failure).text : null;
  return (
    <div className={styles.picture}>
      <PersonAvatar name={me.userName} picture={me.avatar} size={88} />
      <div>
        <input
          ref={picker}
          type="file"
          accept=".jpg,.jpeg,.png"
          hidden
          onChange={(event) => {
            uploadAvatar(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Button busy={action.state.at === 'running'} onClick={() => picker.current?.click()}>
          {t('changeAvatar')}
        </Button>{' '}
        <Button
          disabled={action.state.at === 'running'}
          onClick={() => {
            setSelectorOpen(true);
          }}
        >
          {t('avatarFromBox')}
        </Button>
        {isSelectorOpen ? (
          <ImageSelector
            onChoose={uploadFromBox}
            onClose={() => {
              setSelectorOpen(false);
            }}
          />
        ) : null}
        <p className={styles.hint}>{t('avatarHint')}</p>
        {isInvalid || failureMessage !== null ? (
          <p role="alert" className={styles.wrong}>
            {isInvalid ? t('avatarWrong') : failureMessage}
          </p>
        ) : null}
      </div>
    </div>
  );
};

/** Page 1: picture, names, addresses, points and password of the signed-in user (ACCOUNT-02). */
export const PersonalPage = () => {
  const t = useText(messages);
  const profile = useProfile();
  const notifications = useService(NotificationsToken);
  const session = useService(SessionToken);
  const [me, reload] = useQuery(useCallback(() => profile.me(), [profile]));
  const [points] = useQuery(useCallback(() => profile.points(), [profile]));
  const [openDialog, setOpenDialog] = useState<OpenProfileDialog>('none');
  const close = (): void => {
    setOpenDialog('none');
  };
  const done = (): void => {
    close();
    reload();
    notifications.notify({ level: 'success', messageKey: 'settings.saved' });
  };
  const changeButton = (which: OpenProfileDialog, isBound: boolean) => (
    <Button
      size="sm"
      onClick={() => {
        setOpenDialog(which);
      }}
    >
      {isBound ? t('change') : t('bind')}
    </Button>
  );
  return (
    <Page label={t('personal')}>
      <LoadedContent request={me} reload={reload}>
        {(user) => (
          <>
            <Section>
              <AvatarEditor me={user} onChanged={reload} />
            </Section>
            <Section>
              <Card>
                <ProfileRow name={t('userName')} value={user.userName} />
                <ProfileRow name={t('nickname')} value={user.nickName} action={changeButton('nickname', true)} />
                <ProfileRow
                  name={t('mail')}
                  value={user.mail === '' ? t('notBound') : user.mail}
                  action={changeButton('mail', user.mail !== '')}
                />
                <ProfileRow
                  name={t('mobile')}
                  value={user.mobile === '' ? t('notBound') : user.mobile}
                  action={changeButton('mobile', user.mobile !== '')}
                />
                <ProfileRow name={t('password')} value="••••••••" action={changeButton('password', true)} />
                {points.at === 'ready' ? <ProfileRow name={t('points')} value={points.value} /> : null}
              </Card>
            </Section>
            {openDialog === 'nickname' ? (
              <NicknameDialog current={user.nickName} onDone={done} onClose={close} />
            ) : null}
            {openDialog === 'mail' || openDialog === 'mobile' ? (
              <AddressDialog key={openDialog} kind={openDialog} onDone={done} onClose={close} />
            ) : null}
            {openDialog === 'password' ? (
              <PasswordDialog
                me={user}
                // A new password ends every session, including this one.
                onDone={() => {
                  session.signOut();
                }}
                onClose={close}
              />
            ) : null}
          </>
        )}
      </LoadedContent>
    </Page>
  );
};
