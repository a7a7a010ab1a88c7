import type { FileEntry, UserProfile } from '@boxwood/domain';
import { checkPicture } from '@boxwood/command-bus/rules';
import { Button, Card, CardRow, Page, Section } from '@boxwood/ui';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { PersonAvatar } from '../../../app-kit/PersonAvatar.tsx';
import { upload } from '../../../app-kit/upload-file.ts';
import { useProfile } from '../../../app-kit/profile-service.ts';
import { NotificationsToken, SessionToken, SettingsToken } from '../../../composition/tokens.ts';
import { useFileReading } from '../../../file-kit/use-file-reading.ts';
import { ImageSelector } from '../../../file-kit/ImageSelector.tsx';
import { useService } from '../../../react/scope.tsx';
import { useAction } from '../../../react/use-outcome.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { AddressDialog, NicknameDialog, PasswordDialog } from './dialogs.tsx';
import styles from '../account.module.css';

type Open = 'none' | 'nickname' | 'mail' | 'mobile' | 'password';

const Line = ({
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

const Picture = ({ me, onChanged }: { readonly me: UserProfile; readonly onChanged: () => void }) => {
  const t = useText(messages);
  const profile = useProfile();
  const settings = useService(SettingsToken);
  const failureText = useFailureText();
  const action = useAction();
  const reading = useFileReading();
  const notifications = useService(NotificationsToken);
  const [wrong, setWrong] = useState(false);
  const [selecting, setSelecting] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined): void => {
    if (file === undefined) return;
    const good = checkPicture(file).ok;
    setWrong(!good);
    if (!good) return;
    void upload(file).then((ready) => {
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
  const take = ({ path, name, size }: FileEntry): void => {
    const good = checkPicture({ name, size }).ok;
    setWrong(!good);
    if (!good) return;
    reading.read(path, size).subscribe((result) => {
      if (result._tag === 'Left') notifications.fail(result.left);
      else choose(new File([result.right.bytes], name));
    });
  };
  const failed = action.state.at === 'failed' ? failureText(action.state.failure).text : null;
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
            choose(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Button busy={action.state.at === 'running'} onClick={() => picker.current?.click()}>
          {t('changeAvatar')}
        </Button>{' '}
        <Button
          disabled={action.state.at === 'running'}
          onClick={() => {
            setSelecting(true);
          }}
        >
          {t('avatarFromBox')}
        </Button>
        {selecting ? (
          <ImageSelector
            onChoose={take}
            onClose={() => {
              setSelecting(false);
            }}
          />
        ) : null}
        <p className={styles.hint}>{t('avatarHint')}</p>
        {wrong || failed !== null ? (
          <p role="alert" className={styles.wrong}>
            {wrong ? t('avatarWrong') : failed}
          </p>
        ) : null}
      </div>
    </div>
  );
};

/** Page 1: picture, names, addresses, points and password of the signed-in user (ACCOUNT-02). */
export const Personal = () => {
  const t = useText(messages);
  const profile = useProfile();
  const notifications = useService(NotificationsToken);
  const session = useService(SessionToken);
  const [me, reload] = useQuery(useCallback(() => profile.me(), [profile]));
  const [points] = useQuery(useCallback(() => profile.points(), [profile]));
  const [open, setOpen] = useState<Open>('none');
  const close = (): void => {
    setOpen('none');
  };
  const done = (): void => {
    close();
    reload();
    notifications.notify({ level: 'success', word: 'settings.saved' });
  };
  const change = (which: Open, bound: boolean) => (
    <Button
      size="sm"
      onClick={() => {
        setOpen(which);
      }}
    >
      {bound ? t('change') : t('bind')}
    </Button>
  );
  return (
    <Page label={t('personal')}>
      <Shown of={me} reload={reload}>
        {(user) => (
          <>
            <Section>
              <Picture me={user} onChanged={reload} />
            </Section>
            <Section>
              <Card>
                <Line name={t('userName')} value={user.userName} />
                <Line name={t('nickname')} value={user.nickName} action={change('nickname', true)} />
                <Line
                  name={t('mail')}
                  value={user.mail === '' ? t('notBound') : user.mail}
                  action={change('mail', user.mail !== '')}
                />
                <Line
                  name={t('mobile')}
                  value={user.mobile === '' ? t('notBound') : user.mobile}
                  action={change('mobile', user.mobile !== '')}
                />
                <Line name={t('password')} value="••••••••" action={change('password', true)} />
                {points.at === 'ready' ? <Line name={t('points')} value={points.value} /> : null}
              </Card>
            </Section>
            {open === 'nickname' ? <NicknameDialog current={user.nickName} onDone={done} onClose={close} /> : null}
            {open === 'mail' || open === 'mobile' ? (
              <AddressDialog key={open} kind={open} onDone={done} onClose={close} />
            ) : null}
            {open === 'password' ? (
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
      </Shown>
    </Page>
  );
};
