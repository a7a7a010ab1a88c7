import type { PersonLabel } from '@boxwood/domain';
import { useEffect, useEffectEvent } from 'react';
import { usePeople } from '../../../../kit/files/pictures/people-service.ts';

/** Resolves the person id of a link. Calls back with null if the person no longer exists. */
export const usePersonFromLink = (id: string | undefined, onFound: (person: PersonLabel | null) => void): void => {
  const people = usePeople();
  const notifyFound = useEffectEvent(onFound);
  useEffect(() => {
    if (id === undefined) return undefined;
    const subscription = people.overview().subscribe((result) => {
      const allPeople = result._tag === 'Left' ? [] : [...result.right.people, ...result.right.hidden];
      notifyFound(allPeople.find((each) => each.id === id) ?? null);
    });
    return () => {
      subscription.unsubscribe();
    };
  }, [people, id]);
};
