import { Switch } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { LoadedContent } from '../../app/window-states/LoadState.tsx';
import { PersonAvatar } from '../../app/PersonAvatar.tsx';
import { useProfile } from '../../app/profile-service.ts';
import { SessionToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import styles from './people.module.css';

interface PeopleFieldProps {
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
export const PeopleField = (props: PeopleFieldProps) => {
  const t = useText(messages);
  const offline = useStream(useService(SessionToken).lanMode$);
  const [initialMembers] = useState(props.members);
  return (
    <fieldset className={styles.people}>
      <legend>{props.label}</legend>
      <p className={styles.hint}>{props.hint}</p>
      {offline ? (
        <>
          {[...initialMembers].map((user) => (
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

const Roster = (props: PeopleFieldProps) => {
  const t = useText(messages);
  const profile = useProfile();
  const stage = useStream(useService(SessionToken).stage$);
  const [me, boxName] = stage.at === 'in' ? [stage.username, stage.link.boxName] : ['', ''];
  const [users, reload] = useQuery(useCallback(() => profile.users(boxName), [profile, boxName]));
  return (
    <LoadedContent request={users} reload={reload}>
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
    </LoadedContent>
  );
};

const Person = ({
  user,
  name,
  avatar,
  always = false,
  members,
  onChange,
}: Pick<PeopleFieldProps, 'members' | 'onChange'> & {
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
