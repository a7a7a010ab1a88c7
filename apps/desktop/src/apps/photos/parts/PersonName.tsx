import type { PersonLabel } from '@boxwood/domain';
import { useState } from 'react';
import { useText } from '../../../react/use-text.ts';
import { peopleWords } from '../people-words.ts';
import styles from '../people.module.css';
import { usePeople } from '../../../file-kit/pictures/people-service.ts';

/** Edits the name of a person in place. Enter or leaving the field saves it, Escape discards the change. */
export const PersonName = ({
  person,
  onDone,
}: {
  readonly person: PersonLabel;
  readonly onDone: (name: string) => void;
}) => {
  const p = useText(peopleWords);
  const people = usePeople();
  const [typed, setTyped] = useState<string | null>(null);
  const keep = (): void => {
    const name = typed?.trim();
    setTyped(null);
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
      value={typed ?? person.name}
      maxLength={255}
      enterKeyHint="done"
      onChange={({ target }) => {
        setTyped(target.value);
      }}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur();
        if (event.key !== 'Escape' || typed === null) return;
        event.stopPropagation();
        setTyped(null);
      }}
    />
  );
};
