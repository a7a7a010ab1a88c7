import type { PersonLabel } from '@boxwood/domain';
import { useEffect, useEffectEvent } from 'react';
import { usePeople } from '../../../file-kit/pictures/people-service.ts';

/** Resolves the person id of a link. Calls back with null if the person no longer exists. */
export const useWanted = (id: string | undefined, onFound: (person: PersonLabel | null) => void): void => {
  const people = usePeople();
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (id === undefined) return undefined;
    const asking = people.shown().subscribe((result) => {
      const everybody = result._tag === 'Left' ? [] : [...result.right.people, ...result.right.hidden];
      found(everybody.find((each) => each.id === id) ?? null);
    });
    return () => {
      asking.unsubscribe();
    };
  }, [people, id]);
};
