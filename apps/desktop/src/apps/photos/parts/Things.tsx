import { EmptyState, IconShapes } from '@boxwood/ui';
import { useCallback } from 'react';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { LanguagesToken } from '../../../composition/tokens.ts';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { useService } from '../../../react/scope.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import styles from '../photos.module.css';
import { thingWords } from '../thing-words.ts';
import { PictureCard } from './PictureCard.tsx';
import { thingName } from './use-place.ts';
import type { Chosen } from './use-where.ts';

/** A card for each kind of object in the pictures, with the newest one, and the number of kinds the box recognises. */
export const Things = ({ onOpen }: { readonly onOpen: (chosen: Chosen) => void }) => {
  const t = useText(messages);
  const w = useText(thingWords);
  const photos = usePhotos();
  const language = useStream(useService(LanguagesToken).language$);
  const [things, reload] = useQuery(
    useCallback(() => photos.things(), [photos]),
    { about: 'photos' },
  );
  return (
    <Shown of={things} reload={reload}>
      {({ kinds, things: all }) =>
        all.length === 0 ? (
          <EmptyState icon={<IconShapes />} title={w('none')} text={w('noneText', { kinds })} />
        ) : (
          <div className={styles.places}>
            <p className={styles.noIndex}>{w('told', { kinds })}</p>
            <ul className={styles.albums} aria-label={w('things')}>
              {all.map((thing) => (
                <PictureCard
                  key={thing.id}
                  cover={thing.cover}
                  name={thingName(language, thing)}
                  note={t('count', { count: thing.cnt })}
                  onOpen={() => {
                    onOpen({ thing });
                  }}
                />
              ))}
            </ul>
          </div>
        )
      }
    </Shown>
  );
};
