import { Dialog } from '@boxwood/ui';
import { useCallback } from 'react';
import { LoadedContent } from '../../../../kit/app/window-states/LoadState.tsx';
import { useQuery } from '../../../../platform/react/use-query.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { peopleMessages } from '../../people-messages.ts';
import styles from '../../people.module.css';
import { FaceImage } from '../../../../kit/files/pictures/FaceImage.tsx';
import { usePeople } from '../../../../kit/files/pictures/people-service.ts';

/** A person and a photo; the user asks why the photo matches the person. */
export interface MatchReasonRequest {
  readonly person: string;
  readonly photo: string;
}

/** Explains why a photo matches a person: their nearest faces with the distances. */
export const MatchReasonDialog = ({
  request: { person, photo },
  onClose,
}: {
  readonly request: MatchReasonRequest;
  readonly onClose: () => void;
}) => {
  const p = useText(peopleMessages);
  const people = usePeople();
  const [reason, reload] = useQuery(
    useCallback(() => people.explain(person, photo), [people, person, photo]),
    { about: 'photos' },
  );
  return (
    <Dialog open onClose={onClose} title={p('why')} width={460} closeLabel={p('close')}>
      <LoadedContent request={reason} reload={reload}>
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
      </LoadedContent>
    </Dialog>
  );
};
