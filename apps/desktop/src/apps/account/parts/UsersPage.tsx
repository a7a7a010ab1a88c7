import { countCharacters } from '@boxwood/command-bus/rules';
import { type BoxUser, passwordLinks, type UserProfile } from '@boxwood/domain';
import { Badge, Button, Card, IconButton, IconKey, IconShield, IconTrash, Page, Section, TextField } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { tap } from 'rxjs';
import { dateTime } from '../../../kit/app/format-units.ts';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { homeNetworkUrl } from '../../../kit/app/home-network-url.ts';
import { commonMessages } from '../../../kit/app/messages.ts';
import { PersonAvatar } from '../../../kit/app/PersonAvatar.tsx';
import { useProfile } from '../../../kit/app/profile-service.ts';
import { useDiscardDialog } from '../../../kit/app/unsaved/use-discard-dialog.tsx';
import { copyText } from '../../../platform/clipboard.ts';
import { inviteUrl } from '../../../shell/routes/session-handover.ts';
import {
  AccountClientToken,
  NotificationsToken,
  SessionToken,
  SettingsToken,
  UserToken,
} from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useAction } from '../../../platform/react/use-action.ts';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { VerificationCodeField } from './VerificationCodeField.tsx';
import { PasswordLinkDialog } from './PasswordLinkDialog.tsx';
import { isVerificationCode, isNickname } from './profile-validation.ts';
import styles from '../account.module.css';

/**
 * How often the list of users is fetched when the box does not push changes, in ms. A new user may join while the page
 * is open.
 */
const USERS_POLL_INTERVAL_MS = 15_000;

const UserRow = ({
  user,
  currentUserName,
  isAdmin,
  onCreatePasswordLink,
  onRevokePasswordLink,
  onRemove,
  onTransferAdmin,
}: {
  readonly user: BoxUser;
  readonly currentUserName: string;
  readonly isAdmin: boolean;
  readonly onCreatePasswordLink: () => void;
  readonly onRevokePasswordLink: () => void;
  readonly onRemove: () => void;
  readonly onTransferAdmin: () => void;
}) => {
  const t = useText(messages);
  const name = user.nickName === '' ? user.userName : user.nickName;
  return (
    <li className={styles.person}>
      <PersonAvatar name={user.userName} picture={user.avatar} size={40} />
      <div className={styles.personWords}>
        <span className={styles.personName}>
          {name}
          {user.userName === currentUserName ? <Badge>{t('you')}</Badge> : null}
          {user.owner === 'Y' ? <Badge tone="accent">{t('owner')}</Badge> : null}
          {user.admin === 'Y' ? <Badge tone="info">{t('admin')}</Badge> : null}
        </span>
        <span className={styles.hint}>
          {user.userName} · {t('since', { time: dateTime(user.ctime) })}
        </span>
        {user.linkUntil === undefined ? null : (
          <span className={styles.linkOpen}>
            {t('linkUntil', { time: dateTime(user.linkUntil) })}
            <Button size="sm" aria-label={t('linkEndOf', { name })} onClick={onRevokePasswordLink}>
              {t('linkEnd')}
            </Button>
          </span>
        )}
      </div>
      {isAdmin && user.userName !== currentUserName ? (
        <div className={styles.personActs}>
          {user.owner === 'Y' ? null : (
            <IconButton label={t('newPasswordFor', { name })} icon={<IconKey />} onClick={onCreatePasswordLink} />
          )}
          <IconButton label={t('makeAdmin', { name })} icon={<IconShield />} onClick={onTransferAdmin} />
          <IconButton label={t('remove', { name })} icon={<IconTrash />} onClick={onRemove} />
        </div>
      ) : null}
    </li>
  );
};

const TransferAdminDialog = ({
  boxName,
  user,
  currentProfile,
  onDone,
  onClose,
}: {
  readonly boxName: string;
  readonly user: BoxUser;
  readonly currentProfile: UserProfile;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const profile = useProfile();
  const [code, setCode] = useState('');
  const codeRecipient = currentProfile.mobile === '' ? currentProfile.mail : currentProfile.mobile;
  return (
    <ChangeDialog
      danger
      title={t('adminTitle', { name: user.userName })}
      description={codeRecipient === '' ? t('noAddress') : t('adminText')}
      confirmLabel={t('adminConfirm')}
      isValid={isVerificationCode(code)}
      save={() => profile.transferAdmin(boxName, user.userName, code)}
      onDone={onDone}
      onClose={onClose}
    >
      {({ isSubmitted, onFailure }) => (
        <VerificationCodeField
          address={codeRecipient}
          send={(to) => profile.sendCode(to, 'admin')}
          value={code}
          error={isSubmitted && !isVerificationCode(code) ? t('codeIssue') : null}
          onValueChange={setCode}
          onFailure={onFailure}
        />
      )}
    </ChangeDialog>
  );
};

/** The invitation code for the next user, and a link that contains it. */
const InviteCode = ({ boxName }: { readonly boxName: string }) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const profile = useProfile();
  const stage = useStream(useService(SessionToken).stage$);
  const [invite, reload] = useQuery(useCallback(() => profile.invite(boxName), [profile, boxName]));
  const [copied, setCopied] = useState<'none' | 'code' | 'link'>('none');
  const copy = (what: 'code' | 'link', text: string) => () => {
    void copyText(text).then((done) => {
      setCopied(done ? what : 'none');
    });
  };
  // The link is opened on another device, where a local host name of this one does not resolve.
  const lanOrigin = stage.at === 'in' ? homeNetworkUrl(globalThis.location, stage.link.ip) : null;
  return (
    <Card>
      <LoadedContent request={invite} reload={reload}>
        {({ inviteCode, expire }) => (
          <>
            <div className={styles.invite}>
              <code className={styles.inviteCode}>{inviteCode}</code>
              <Button onClick={copy('code', inviteCode)}>{copied === 'code' ? c('copied') : c('copy')}</Button>
              <Button onClick={copy('link', inviteUrl(lanOrigin ?? globalThis.location.origin, inviteCode))}>
                {copied === 'link' ? c('copied') : t('copyLink')}
              </Button>
            </div>
            <p className={styles.hint}>{t('inviteUntil', { time: dateTime(expire) })}</p>
          </>
        )}
      </LoadedContent>
    </Card>
  );
};

/**
 * `userNamesKey`: the names of the current users. A new user uses up the invitation code, so a new code is fetched when
 * the names change. `removedUser`: the user whose removal revoked the open invitation, or empty.
 */
const Invitation = ({
  boxName,
  userNamesKey,
  removedUser,
}: {
  readonly boxName: string;
  readonly userNamesKey: string;
  readonly removedUser: string;
}) => {
  const t = useText(messages);
  const [isShown, setIsShown] = useState(false);
  return (
    <Section title={t('invite')} text={t('inviteText')}>
      <p role="status" className={styles.renewed}>
        {removedUser === '' ? null : t('inviteRenewed', { name: removedUser })}
      </p>
      {isShown ? (
        <InviteCode key={userNamesKey} boxName={boxName} />
      ) : (
        <Button
          onClick={() => {
            setIsShown(true);
          }}
        >
          {t('showInvite')}
        </Button>
      )}
    </Section>
  );
};

const BoxNameForm = ({ boxName }: { readonly boxName: string }) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const profile = useProfile();
  const settings = useService(SettingsToken);
  const notifications = useService(NotificationsToken);
  const action = useAction();
  const [saved, setSaved] = useState(() => settings.get('boxNick') ?? '');
  const [name, setName] = useState(saved);
  const { dialog } = useDiscardDialog(name !== saved);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const isValid = isNickname(name);
  return (
    <form
      className={styles.rename}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsSubmitted(true);
        if (!isValid) return;
        action.run(
          () => profile.renameBox(boxName, name.trim()),
          () => {
            settings.set('boxNick', name.trim());
            setSaved(name);
            notifications.notify({ level: 'success', messageKey: 'settings.saved' });
          },
        );
      }}
    >
      <TextField
        label={t('boxName')}
        value={name}
        error={isSubmitted && !isValid ? t('nicknameIssue', { count: countCharacters(name.trim()) }) : null}
        onValueChange={setName}
      />
      <Button type="submit" busy={action.state.at === 'running'}>
        {c('save')}
      </Button>
      {dialog}
    </form>
  );
};

/**
 * Second page of the account app: the users of the box. An administrator removes and invites users, and transfers the
 * administrator role (ACCOUNT-07 to ACCOUNT-10).
 */
export const UsersPage = () => {
  const t = useText(messages);
  const failureText = useFailureText();
  const profile = useProfile();
  const session = useService(SessionToken);
  const currentUserName = useService(UserToken);
  const stage = useStream(session.stage$);
  const isAdmin = useStream(session.admin$);
  const boxName = stage.at === 'in' ? stage.link.boxName : '';
  const [currentProfile] = useQuery(useCallback(() => profile.me(), [profile]));
  const [users, reload] = useQuery(
    useCallback(() => profile.users(boxName), [profile, boxName]),
    { about: 'users', every: USERS_POLL_INTERVAL_MS },
  );
  const [openDialog, setOpenDialog] = useState<{
    readonly what: 'remove' | 'admin' | 'password';
    readonly user: BoxUser;
  } | null>(null);
  const account = useService(AccountClientToken);
  const [removedUser, setRemovedUser] = useState('');
  const revokeLinkAction = useAction();
  const close = (): void => {
    setOpenDialog(null);
  };
  const done = (): void => {
    close();
    reload();
  };
  return (
    <Page label={t('people')}>
      <Section title={t('people')}>
        <Card>
          <LoadedContent request={users} reload={reload}>
            {(list) => (
              <ul className={styles.people}>
                {list.map((user) => (
                  <UserRow
                    key={user.userName}
                    user={user}
                    currentUserName={currentUserName}
                    isAdmin={isAdmin}
                    onCreatePasswordLink={() => {
                      setOpenDialog({ what: 'password', user });
                    }}
                    onRevokePasswordLink={() => {
                      revokeLinkAction.run(() => passwordLinks(account).end(boxName, user.userName), reload);
                    }}
                    onRemove={() => {
                      setOpenDialog({ what: 'remove', user });
                    }}
                    onTransferAdmin={() => {
                      setOpenDialog({ what: 'admin', user });
                    }}
                  />
                ))}
              </ul>
            )}
          </LoadedContent>
        </Card>
        {revokeLinkAction.state.at === 'failed' ? (
          <p role="alert" className={styles.wrong}>
            {failureText(revokeLinkAction.state.failure).text}
          </p>
        ) : null}
      </Section>
      <Section>
        <BoxNameForm boxName={boxName} />
      </Section>
      {isAdmin && users.at === 'ready' ? (
        <Invitation
          boxName={boxName}
          userNamesKey={users.value.map(({ userName }) => userName).join()}
          removedUser={removedUser}
        />
      ) : null}
      {openDialog?.what === 'remove' ? (
        <ChangeDialog
          danger
          isValid
          title={t('removeTitle', { name: openDialog.user.userName })}
          description={t('removeText')}
          confirmLabel={t('removeConfirm')}
          save={() =>
            profile.removeUser(boxName, openDialog.user.userName).pipe(
              tap((result) => {
                if (result._tag === 'Right' && result.right) setRemovedUser(openDialog.user.userName);
              }),
            )
          }
          onDone={done}
          onClose={close}
        >
          {() => null}
        </ChangeDialog>
      ) : null}
      {openDialog?.what === 'password' ? (
        <PasswordLinkDialog boxName={boxName} user={openDialog.user.userName} onCreated={reload} onClose={close} />
      ) : null}
      {openDialog?.what === 'admin' && currentProfile.at === 'ready' ? (
        <TransferAdminDialog
          boxName={boxName}
          user={openDialog.user}
          currentProfile={currentProfile.value}
          onDone={done}
          onClose={close}
        />
      ) : null}
    </Page>
  );
};
