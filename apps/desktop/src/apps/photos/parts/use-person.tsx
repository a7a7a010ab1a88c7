import type { PersonLabel, PhotoFilter, TimelinePhoto } from '@boxwood/domain';
import type { MenuEntry } from '@boxwood/ui';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useText } from '../../../react/use-text.ts';
import { peopleWords } from '../people-words.ts';
import { usePeople } from '../../../file-kit/pictures/people-service.ts';
import { menus } from './fetch-menus.ts';
import { PersonHead, WhyDialog } from './late.tsx';
import type { Asking } from './WhyDialog.tsx';

/** The open page of a person: its header, its filter and the menu entries of its photos. */
export interface ShownPerson {
  readonly name: string;
  readonly filter: PhotoFilter;
  readonly head: ReactNode;
  readonly entriesFor: (photos: readonly TimelinePhoto[]) => readonly MenuEntry[];
}

/** @param onNamed called when the user renames the person */
export const usePerson = (person: PersonLabel | null, onNamed: (person: PersonLabel) => void): ShownPerson | null => {
  const p = useText(peopleWords);
  const people = usePeople();
  const [asking, ask] = useState<Asking | null>(null);
  const id = person?.id;
  const filter = useMemo(() => (id === undefined ? {} : { person: id }), [id]);
  useEffect(() => {
    // If loading fails, the next page tries again.
    if (id !== undefined) menus.load().catch(() => undefined);
  }, [id]);
  if (person === null) return null;
  return {
    filter,
    name: person.name === '' ? p('somebody') : person.name,
    head: (
      <PersonHead
        person={person}
        onNamed={(name) => {
          onNamed({ ...person, name });
        }}
      >
        {asking === null ? null : (
          <WhyDialog
            of={asking}
            onClose={() => {
              ask(null);
            }}
          />
        )}
      </PersonHead>
    ),
    entriesFor: (photos) =>
      menus.here()?.personEntries(photos, {
        p,
        people,
        person,
        ask: (photo) => {
          ask({ person: person.id, photo });
        },
      }) ?? [],
  };
};
