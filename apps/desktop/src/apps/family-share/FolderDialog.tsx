import { checkFolderName } from '@boxwood/box-sdk/rules';
import type { FamilyFolder } from '@boxwood/domain';
import { Button, Switch, TextField } from '@boxwood/ui';
import { FormDialog } from '../../file-kit/FormDialog.tsx';
import { useCallback, useState } from 'react';
import { Shown } from '../../app-kit/LoadState.tsx';
import { common } from '../../app-kit/messages.ts';
import { PersonAvatar } from '../../app-kit/PersonAvatar.tsx';
import { ProfileToken, SessionToken } from '../../composition/tokens.ts';
import { PickerDialog } from '../../file-kit/picker/PickerDialog.tsx';
import { useIssueText } from '../../file-kit/texts.ts';
import { usePathInWords } from '../../file-kit/use-path-in-words.ts';
import { shownName } from '../../i18n/shown-name.ts';
import { useService } from '../../react/scope.tsx';
import { useQuery } from '../../react/use-query.ts';
import { useAction } from '../../react/use-outcome.ts';
import { useStream } from '../../react/use-stream.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import styles from './family-share.module.css';
import { messages } from './messages.ts';
import { FamilySharesToken } from './services.ts';

/** What the dialog begins with; `id` null for a new share. */
export type FolderDraft = Pick<FamilyFolder, 'name' | 'path' | 'members'> & { readonly id: string | null };

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A folder, its name for the others, and who is let in (P-13). The owner always is (SHARE-15). */
export const FolderDialog = ({
  draft,
  onDone,
  onClose,
}: {
  readonly draft: FolderDraft;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(common);
  const issue = useIssueText();
  const inWords = usePathInWords();
  const failureText = useFailureText();
  const family = useService(FamilySharesToken);
  const { state, run } = useAction();
  const [name, setName] = useState(draft.name);
  const [path, setPath] = useState(draft.path);
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set(draft.members));
  const [picking, setPicking] = useState(false);
  const verdict = checkFolderName(name);
  return (
    <FormDialog
      title={draft.id === null ? t('addTitle') : t('editTitle', { name: shownName(draft.name) })}
      width={480}
      confirm={c('save')}
      verdict={verdict}
      busy={state.at === 'running'}
      onSubmit={() => {
        run(() => family.save({ id: draft.id, name, path, members: [...members] }), onDone);
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <div className={styles.folder}>
          <TextField
            className={styles.grow ?? ''}
            label={t('folder')}
            value={path === '' ? t('folderNew') : inWords(path)}
            readOnly
          />
          <Button
            className={styles.choose ?? ''}
            onClick={() => {
              setPicking(true);
            }}
          >
            {t('choose')}
          </Button>
        </div>
        <TextField
          label={t('name')}
          value={name}
          required
          autoFocus
          error={name === '' || verdict.ok ? undefined : issue(verdict)}
          onValueChange={setName}
        />
        <People
          members={members}
          onChange={(user, allowed) => {
            const next = new Set(members);
            if (allowed) next.add(user);
            else next.delete(user);
            setMembers(next);
          }}
        />
        {state.at === 'failed' ? (
          <p role="alert" className={styles.wrong}>
            {failureText(state.failure).text}
          </p>
        ) : null}
      </div>
      {picking ? (
        <PickerDialog
          kind="own"
          title={t('chooseTitle')}
          onPick={(picked) => {
            setPath(picked);
            if (name === '' || name === nameOf(path)) setName(nameOf(picked));
          }}
          onClose={() => {
            setPicking(false);
          }}
        />
      ) : null}
    </FormDialog>
  );
};

interface PeopleProps {
  readonly members: ReadonlySet<string>;
  readonly onChange: (user: string, allowed: boolean) => void;
}

/** Everybody who uses the box, with a switch each. Offline nobody knows them all: those who are let in can be shut out (G-07). */
const People = (props: PeopleProps) => {
  const t = useText(messages);
  const offline = useStream(useService(SessionToken).lanMode$);
  const [known] = useState(props.members);
  return (
    <fieldset className={styles.people}>
      <legend>{t('people')}</legend>
      <p className={styles.hint}>{t('peopleHint')}</p>
      {offline ? (
        <>
          {[...known].map((user) => (
            <Person key={user} {...props} user={user} name={user} avatar="" />
          ))}
          <p className={styles.hint}>{t('offline')}</p>
        </>
      ) : (
        <Roster {...props} />
      )}
    </fieldset>
  );
};

const Roster = (props: PeopleProps) => {
  const t = useText(messages);
  const profile = useService(ProfileToken);
  const stage = useStream(useService(SessionToken).stage$);
  const [me, boxName] = stage.at === 'in' ? [stage.username, stage.link.boxName] : ['', ''];
  const [users, reload] = useQuery(useCallback(() => profile.users(boxName), [profile, boxName]));
  return (
    <Shown of={users} reload={reload}>
      {(list) => (
        <>
          {list.map(({ userName, nickName, avatar }) => {
            const name = nickName === '' ? userName : nickName;
            return userName === me ? (
              <Person key={userName} {...props} user={userName} name={t('always', { name })} avatar={avatar} always />
            ) : (
              <Person key={userName} {...props} user={userName} name={name} avatar={avatar} />
            );
          })}
          {list.length > 1 ? null : <p className={styles.hint}>{t('alone')}</p>}
        </>
      )}
    </Shown>
  );
};

const Person = ({
  user,
  name,
  avatar,
  always = false,
  members,
  onChange,
}: PeopleProps & {
  readonly user: string;
  readonly name: string;
  readonly avatar: string;
  readonly always?: boolean;
}) => (
  <Switch
    between
    disabled={always}
    label={
      <span className={styles.person}>
        <PersonAvatar name={user} picture={avatar} size={28} />
        {name}
      </span>
    }
    checked={always || members.has(user)}
    onCheckedChange={(allowed) => {
      onChange(user, allowed);
    }}
  />
);
