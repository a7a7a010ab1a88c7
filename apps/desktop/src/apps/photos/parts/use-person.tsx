import type { PersonLabel, PhotoFilter, TimelinePhoto } from '@boxwood/domain';
import { IconHelp, IconUser, IconUserMinus, type MenuEntry } from '@boxwood/ui';
import { type ReactNode, useMemo, useState } from 'react';
import { useText } from '../../../react/use-text.ts';
import { peopleWords } from '../people-words.ts';
import { usePeople } from '../../../file-kit/pictures/people-service.ts';
import { PersonHead } from './late.tsx';
import type { Asking } from './WhyDialog.tsx';

/** Somebody whose page is open: what stands above their pictures, and what can be done with those. */
export interface ShownPerson {
  readonly name: string;
  readonly filter: PhotoFilter;
  readonly head: ReactNode;
  readonly entriesFor: (photos: readonly TimelinePhoto[]) => readonly MenuEntry[];
}

export const usePerson = (person: PersonLabel | null): ShownPerson | null => {
  const p = useText(peopleWords);
  const people = usePeople();
  const [asking, ask] = useState<Asking | null>(null);
  const [named, setNamed] = useState<PersonLabel | null>(null);
  const id = person?.id;
  const filter = useMemo(() => (id === undefined ? {} : { person: id }), [id]);
  if (person === null) return null;
  const shown = named?.id === person.id ? named : person;
  return {
    filter,
    name: shown.name === '' ? p('somebody') : shown.name,
    head: (
      <PersonHead
        person={shown}
        onNamed={(name) => {
          setNamed({ ...person, name });
        }}
        asking={asking}
        onAsked={() => {
          ask(null);
        }}
      />
    ),
    entriesFor: (photos) => {
      const [first] = photos;
      return [
        {
          ...{ kind: 'action', id: 'not', label: p('notThem'), icon: <IconUserMinus /> },
          onSelect: () => {
            people.split(
              person.id,
              photos.map((photo) => photo.id),
            );
          },
        },
        ...(first === undefined || photos.length > 1
          ? []
          : [
              {
                ...{ kind: 'action' as const, id: 'face', label: p('cover'), icon: <IconUser /> },
                onSelect: () => {
                  people.cover(person.id, first.id);
                },
              },
              {
                ...{ kind: 'action' as const, id: 'why', label: p('why'), icon: <IconHelp /> },
                onSelect: () => {
                  ask({ person: person.id, photo: first.id });
                },
              },
            ]),
      ];
    },
  };
};
