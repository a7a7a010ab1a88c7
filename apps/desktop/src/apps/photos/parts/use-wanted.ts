import type { PersonLabel } from '@boxwood/domain';
import { useEffect, useEffectEvent } from 'react';
import { usePeople } from '../../../file-kit/pictures/people-service.ts';

/** Finds whom somebody wants to see the pictures of, by the id of the box; null: nobody, any more. */
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
