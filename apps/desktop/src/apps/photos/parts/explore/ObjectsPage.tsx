import { EmptyState, IconShapes } from '@boxwood/ui';
import { useCallback } from 'react';
import { LoadedContent } from '../../../../kit/app/window-states/LoadState.tsx';
import { LanguagesToken } from '../../../../composition/service-tokens.ts';
import { usePhotos } from '../../../../kit/files/pictures/photos-service.ts';
import { useService } from '../../../../platform/react/scope.tsx';
import { useQuery } from '../../../../platform/react/use-query.ts';
import { useStream } from '../../../../platform/react/use-stream.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { messages } from '../../messages.ts';
import styles from '../../photos.module.css';
import { objectMessages } from '../../object-messages.ts';
import { PictureCard } from '../PictureCard.tsx';
import { objectName } from './use-place-page.ts';
import type { PhotosRouteParams } from '../use-photos-route.ts';

/** A card for each kind of object in the pictures, with the newest one, and the number of kinds the box recognises. */
export const ObjectsPage = ({ onOpen }: { readonly onOpen: (chosen: PhotosRouteParams) => void }) => {
  const t = useText(messages);
  const w = useText(objectMessages);
  const photos = usePhotos();
  const language = useStream(useService(LanguagesToken).language$);
  const [objects, reload] = useQuery(
    useCallback(() => photos.objects(), [photos]),
    { about: 'photos' },
  );
  return (
    <LoadedContent request={objects} reload={reload}>
      {({ kinds, objects: labels }) =>
        labels.length === 0 ? (
          <EmptyState icon={<IconShapes />} title={w('none')} text={w('noneText', { kinds })} />
        ) : (
          <div className={styles.places}>
            <p className={styles.noIndex}>{w('told', { kinds })}</p>
            <ul className={styles.albums} aria-label={w('things')}>
              {labels.map((thing) => (
                <PictureCard
                  key={thing.id}
                  cover={thing.cover}
                  name={objectName(language, thing)}
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
    </LoadedContent>
  );
};
