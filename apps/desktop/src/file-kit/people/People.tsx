import { Switch } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { Shown } from '../../app-kit/LoadState.tsx';
import { PersonAvatar } from '../../app-kit/PersonAvatar.tsx';
import { useProfile } from '../../app-kit/profile-service.ts';
import { SessionToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useQuery } from '../../react/use-query.ts';
import { useStream } from '../../react/use-stream.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import styles from './people.module.css';

interface PeopleProps {
  readonly label: string;
  /** Explains what members of the list may do. */
  readonly hint: string;
  readonly members: ReadonlySet<string>;
  readonly onChange: (user: string, allowed: boolean) => void;
}

/**
 * All users of the box, with a switch for each. Offline only the current members are known, so they can be removed but
 * nobody can be added (G-07).
 */
export const People = (props: PeopleProps) => {
  const t = useText(messages);
  const offline = useStream(useService(SessionToken).lanMode$);
  const [known] = useState(props.members);
  return (
    <fieldset className={styles.people}>
      <legend>{props.label}</legend>
      <p className={styles.hint}>{props.hint}</p>
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
  const profile = useProfile();
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
}: Pick<PeopleProps, 'members' | 'onChange'> & {
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
