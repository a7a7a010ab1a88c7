import { Dialog } from '@boxwood/ui';
import { useCallback } from 'react';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import { peopleWords } from '../people-words.ts';
import styles from '../people.module.css';
import { FaceImage } from '../../../file-kit/pictures/FaceImage.tsx';
import { usePeople } from '../../../file-kit/pictures/people-service.ts';

/** A person and a photo; the user asks why the photo matches the person. */
export interface Asking {
  readonly person: string;
  readonly photo: string;
}

/** Explains why a photo matches a person: their nearest faces with the distances. */
export const WhyDialog = ({
  of: { person, photo },
  onClose,
}: {
  readonly of: Asking;
  readonly onClose: () => void;
}) => {
  const p = useText(peopleWords);
  const people = usePeople();
  const [why, reload] = useQuery(
    useCallback(() => people.why(person, photo), [people, person, photo]),
    { about: 'photos' },
  );
  return (
    <Dialog open onClose={onClose} title={p('why')} width={460} closeLabel={p('close')}>
      <Shown of={why} reload={reload}>
        {({ face, limit, near }) => (
          <>
            <FaceImage face={face} />
            <p>{near.length === 0 ? p('whyAlone') : p('whyText', { limit: limit.toFixed(2) })}</p>
            <ul className={styles.near} aria-label={p('why')}>
              {near.map((each) => (
                <li key={each.face.id}>
                  <FaceImage small face={each.face} />
                  {p('distance', { distance: each.distance.toFixed(2) })}
                </li>
              ))}
            </ul>
          </>
        )}
      </Shown>
    </Dialog>
  );
};
