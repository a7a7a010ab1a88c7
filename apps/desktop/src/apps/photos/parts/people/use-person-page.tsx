import type { PersonLabel, PhotoFilter, TimelinePhoto } from '@boxwood/domain';
import type { MenuEntry } from '@boxwood/ui';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useText } from '../../../../platform/react/use-text.ts';
import { peopleMessages } from '../../people-messages.ts';
import { usePeople } from '../../../../kit/files/pictures/people-service.ts';
import { lazyMenus } from '../lazy-menus.ts';
import { PersonHeader, MatchReasonDialog } from '../lazy-parts.tsx';
import type { MatchReasonRequest } from './MatchReasonDialog.tsx';

/** The open page of a person: its header, its filter and the menu entries of its photos. */
export interface PersonPage {
  readonly name: string;
  readonly filter: PhotoFilter;
  readonly header: ReactNode;
  readonly entriesFor: (photos: readonly TimelinePhoto[]) => readonly MenuEntry[];
}

/** @param onNamed called when the user renames the person */
export const usePersonPage = (
  person: PersonLabel | null,
  onNamed: (person: PersonLabel) => void,
): PersonPage | null => {
  const p = useText(peopleMessages);
  const people = usePeople();
  const [reasonRequest, setReasonRequest] = useState<MatchReasonRequest | null>(null);
  const id = person?.id;
  const filter = useMemo(() => (id === undefined ? {} : { person: id }), [id]);
  useEffect(() => {
    // If loading fails, the next page tries again.
    if (id !== undefined) lazyMenus.load().catch(() => undefined);
  }, [id]);
  if (person === null) return null;
  return {
    filter,
    name: person.name === '' ? p('somebody') : person.name,
    header: (
      <PersonHeader
        person={person}
        onNamed={(name) => {
          onNamed({ ...person, name });
        }}
      >
        {reasonRequest === null ? null : (
          <MatchReasonDialog
            request={reasonRequest}
            onClose={() => {
              setReasonRequest(null);
            }}
          />
        )}
      </PersonHeader>
    ),
    entriesFor: (photos) =>
      lazyMenus.current()?.personMenuEntries(photos, {
        p,
        people,
        person,
        onShowReason: (photo) => {
          setReasonRequest({ person: person.id, photo });
        },
      }) ?? [],
  };
};
