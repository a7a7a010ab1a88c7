import type { PersonLabel } from '@boxwood/domain';
import { useState } from 'react';
import { useText } from '../../../../platform/react/use-text.ts';
import { peopleMessages } from '../../people-messages.ts';
import styles from '../../people.module.css';
import { usePeople } from '../../../../kit/files/pictures/people-service.ts';

/** Edits the name of a person in place. Enter or leaving the field saves it, Escape discards the change. */
export const PersonNameField = ({
  person,
  onDone,
}: {
  readonly person: PersonLabel;
  readonly onDone: (name: string) => void;
}) => {
  const p = useText(peopleMessages);
  const people = usePeople();
  const [draft, setDraft] = useState<string | null>(null);
  const saveName = (): void => {
    const name = draft?.trim();
    setDraft(null);
    if (name !== undefined && name !== person.name)
      people.name(person, name).subscribe(({ _tag }) => {
        if (_tag === 'Right') onDone(name);
      });
  };
  return (
    <input
      className={styles.name}
      aria-label={p('name')}
      placeholder={p('addName')}
      value={draft ?? person.name}
      maxLength={255}
      enterKeyHint="done"
      onChange={({ target }) => {
        setDraft(target.value);
      }}
      onBlur={saveName}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur();
        if (event.key !== 'Escape' || draft === null) return;
        event.stopPropagation();
        setDraft(null);
      }}
    />
  );
};
