import { characters } from '@boxwood/command-bus/rules';
import { type BoxUser, passwordLinks, type UserProfile } from '@boxwood/domain';
import { Badge, Button, Card, IconButton, IconKey, IconShield, IconTrash, Page, Section, TextField } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { tap } from 'rxjs';
import { dateTime } from '../../../app-kit/format.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { houseAddress } from '../../../app-kit/house-address.ts';
import { common } from '../../../app-kit/messages.ts';
import { PersonAvatar } from '../../../app-kit/PersonAvatar.tsx';
import { useProfile } from '../../../app-kit/profile-service.ts';
import { useDiscard } from '../../../app-kit/use-discard.tsx';
import { copyText } from '../../../platform/clipboard.ts';
import { inviteAddress } from '../../../routes/hand-over.ts';
import {
  AccountClientToken,
  NotificationsToken,
  SessionToken,
  SettingsToken,
  UserToken,
} from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useAction } from '../../../react/use-outcome.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { CodeField } from './CodeField.tsx';
import { PasswordLinkDialog } from './PasswordLinkDialog.tsx';
import { isCode, isNickname } from './rules.ts';
import styles from '../account.module.css';

/**
 * How often the list of users is fetched when the box does not push changes, in ms. A new user may join while the page
 * is open.
 */
const PEOPLE_MS = 15_000;

const Person = ({
  user,
  me,
  admin,
  onPassword,
  onEndLink,
  onRemove,
  onAdmin,
}: {
  readonly user: BoxUser;
  readonly me: string;
  readonly admin: boolean;
  readonly onPassword: () => void;
  readonly onEndLink: () => void;
  readonly onRemove: () => void;
  readonly onAdmin: () => void;
}) => {
  const t = useText(messages);
  const name = user.nickName === '' ? user.userName : user.nickName;
  return (
    <li className={styles.person}>
      <PersonAvatar name={user.userName} picture={user.avatar} size={40} />
      <div className={styles.personWords}>
        <span className={styles.personName}>
          {name}
          {user.userName === me ? <Badge>{t('you')}</Badge> : null}
          {user.owner === 'Y' ? <Badge tone="accent">{t('owner')}</Badge> : null}
          {user.admin === 'Y' ? <Badge tone="info">{t('admin')}</Badge> : null}
        </span>
        <span className={styles.hint}>
          {user.userName} · {t('since', { time: dateTime(user.ctime) })}
        </span>
        {user.linkUntil === undefined ? null : (
          <span className={styles.linkOpen}>
            {t('linkUntil', { time: dateTime(user.linkUntil) })}
            <Button size="sm" aria-label={t('linkEndOf', { name })} onClick={onEndLink}>
              {t('linkEnd')}
            </Button>
          </span>
        )}
      </div>
      {admin && user.userName !== me ? (
        <div className={styles.personActs}>
          {user.owner === 'Y' ? null : (
            <IconButton label={t('newPasswordFor', { name })} icon={<IconKey />} onClick={onPassword} />
          )}
          <IconButton label={t('makeAdmin', { name })} icon={<IconShield />} onClick={onAdmin} />
          <IconButton label={t('remove', { name })} icon={<IconTrash />} onClick={onRemove} />
        </div>
      ) : null}
    </li>
  );
};

const TransferDialog = ({
  boxName,
  user,
  me,
  onDone,
  onClose,
}: {
  readonly boxName: string;
  readonly user: BoxUser;
  readonly me: UserProfile;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const profile = useProfile();
  const [code, setCode] = useState('');
  const address = me.mobile === '' ? me.mail : me.mobile;
  return (
    <ChangeDialog
      danger
      title={t('adminTitle', { name: user.userName })}
      description={address === '' ? t('noAddress') : t('adminText')}
      confirm={t('adminConfirm')}
      valid={isCode(code)}
      act={() => profile.transferAdmin(boxName, user.userName, code)}
      onDone={onDone}
      onClose={onClose}
    >
      {({ asked, fail }) => (
        <CodeField
          address={address}
          send={(to) => profile.sendCode(to, 'admin')}
          value={code}
          error={asked && !isCode(code) ? t('codeIssue') : null}
          onValueChange={setCode}
          onFailure={fail}
        />
      )}
    </ChangeDialog>
  );
};

/** The invitation code for the next user, and a link that contains it. */
const InviteCode = ({ boxName }: { readonly boxName: string }) => {
  const t = useText(messages);
  const c = useText(common);
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
  const house = stage.at === 'in' ? houseAddress(globalThis.location, stage.link.ip) : null;
  return (
    <Card>
      <Shown of={invite} reload={reload}>
        {({ inviteCode, expire }) => (
          <>
            <div className={styles.invite}>
              <code className={styles.inviteCode}>{inviteCode}</code>
              <Button onClick={copy('code', inviteCode)}>{copied === 'code' ? c('copied') : c('copy')}</Button>
              <Button onClick={copy('link', inviteAddress(house ?? globalThis.location.origin, inviteCode))}>
                {copied === 'link' ? c('copied') : t('copyLink')}
              </Button>
            </div>
            <p className={styles.hint}>{t('inviteUntil', { time: dateTime(expire) })}</p>
          </>
        )}
      </Shown>
    </Card>
  );
};

/**
 * `userNames`: the current users. A new user uses up the code, so a new one is fetched when they change. `removedUser`:
 * the user whose removal revoked the open invitation, or empty.
 */
const Invitation = ({
  boxName,
  people,
  removed,
}: {
  readonly boxName: string;
  readonly people: string;
  readonly removed: string;
}) => {
  const t = useText(messages);
  const [shown, setShown] = useState(false);
  return (
    <Section title={t('invite')} text={t('inviteText')}>
      <p role="status" className={styles.renewed}>
        {removed === '' ? null : t('inviteRenewed', { name: removed })}
      </p>
      {shown ? (
        <InviteCode key={people} boxName={boxName} />
      ) : (
        <Button
          onClick={() => {
            setShown(true);
          }}
        >
          {t('showInvite')}
        </Button>
      )}
    </Section>
  );
};

const BoxName = ({ boxName }: { readonly boxName: string }) => {
  const t = useText(messages);
  const c = useText(common);
  const profile = useProfile();
  const settings = useService(SettingsToken);
  const notifications = useService(NotificationsToken);
  const action = useAction();
  const [saved, setSaved] = useState(() => settings.get('boxNick') ?? '');
  const [name, setName] = useState(saved);
  const { question } = useDiscard(name !== saved);
  const [asked, setAsked] = useState(false);
  const good = isNickname(name);
  return (
    <form
      className={styles.rename}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (!good) return;
        action.run(
          () => profile.renameBox(boxName, name.trim()),
          () => {
            settings.set('boxNick', name.trim());
            setSaved(name);
            notifications.notify({ level: 'success', word: 'settings.saved' });
          },
        );
      }}
    >
      <TextField
        label={t('boxName')}
        value={name}
        error={asked && !good ? t('nicknameIssue', { count: characters(name.trim()) }) : null}
        onValueChange={setName}
      />
      <Button type="submit" busy={action.state.at === 'running'}>
        {c('save')}
      </Button>
      {question}
    </form>
  );
};

/**
 * Page 2: the users of the box. An administrator removes users, transfers the role and invites (ACCOUNT-07 to
 * ACCOUNT-10).
 */
export const People = () => {
  const t = useText(messages);
  const failureText = useFailureText();
  const profile = useProfile();
  const session = useService(SessionToken);
  const self = useService(UserToken);
  const stage = useStream(session.stage$);
  const admin = useStream(session.admin$);
  const boxName = stage.at === 'in' ? stage.link.boxName : '';
  const [me] = useQuery(useCallback(() => profile.me(), [profile]));
  const [users, reload] = useQuery(
    useCallback(() => profile.users(boxName), [profile, boxName]),
    { about: 'users', every: PEOPLE_MS },
  );
  const [asking, setAsking] = useState<{
    readonly what: 'remove' | 'admin' | 'password';
    readonly user: BoxUser;
  } | null>(null);
  const account = useService(AccountClientToken);
  const [removed, setRemoved] = useState('');
  const ending = useAction();
  const close = (): void => {
    setAsking(null);
  };
  const done = (): void => {
    close();
    reload();
  };
  return (
    <Page label={t('people')}>
      <Section title={t('people')}>
        <Card>
          <Shown of={users} reload={reload}>
            {(list) => (
              <ul className={styles.people}>
                {list.map((user) => (
                  <Person
                    key={user.userName}
                    user={user}
                    me={self}
                    admin={admin}
                    onPassword={() => {
                      setAsking({ what: 'password', user });
                    }}
                    onEndLink={() => {
                      ending.run(() => passwordLinks(account).end(boxName, user.userName), reload);
                    }}
                    onRemove={() => {
                      setAsking({ what: 'remove', user });
                    }}
                    onAdmin={() => {
                      setAsking({ what: 'admin', user });
                    }}
                  />
                ))}
              </ul>
            )}
          </Shown>
        </Card>
        {ending.state.at === 'failed' ? (
          <p role="alert" className={styles.wrong}>
            {failureText(ending.state.failure).text}
          </p>
        ) : null}
      </Section>
      <Section>
        <BoxName boxName={boxName} />
      </Section>
      {admin && users.at === 'ready' ? (
        <Invitation boxName={boxName} people={users.value.map(({ userName }) => userName).join()} removed={removed} />
      ) : null}
      {asking?.what === 'remove' ? (
        <ChangeDialog
          danger
          valid
          title={t('removeTitle', { name: asking.user.userName })}
          description={t('removeText')}
          confirm={t('removeConfirm')}
          act={() =>
            profile.removeUser(boxName, asking.user.userName).pipe(
              tap((result) => {
                if (result._tag === 'Right' && result.right) setRemoved(asking.user.userName);
              }),
            )
          }
          onDone={done}
          onClose={close}
        >
          {() => null}
        </ChangeDialog>
      ) : null}
      {asking?.what === 'password' ? (
        <PasswordLinkDialog boxName={boxName} user={asking.user.userName} onMade={reload} onClose={close} />
      ) : null}
      {asking?.what === 'admin' && me.at === 'ready' ? (
        <TransferDialog boxName={boxName} user={asking.user} me={me.value} onDone={done} onClose={close} />
      ) : null}
    </Page>
  );
};
