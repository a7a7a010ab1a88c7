import { EmptyState, IconFilm, IconHeart, IconHistory, IconImages } from '@boxwood/ui';
import type { ReactNode } from 'react';
import { useIsPhone } from '../../../../kit/app/use-is-phone.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { messages } from '../../messages.ts';
import type { Section } from '../../sections.ts';

/** Explains why a section has no pictures and how to add some. */
export const EmptyTimeline = ({
  section,
  isSearching,
  indexed,
  isIndexing,
  action,
}: {
  readonly section: Section | 'album' | 'place' | 'person';
  readonly isSearching: boolean;
  /** Whether the box has a photo index or only knows file names. */
  readonly indexed: boolean;
  /** Whether the index is still being built. */
  readonly isIndexing: boolean;
  /** Adds pictures. */
  readonly action: ReactNode;
}) => {
  const t = useText(messages);
  const phone = useIsPhone();
  if (isSearching)
    return (
      <EmptyState icon={<IconImages />} title={t('notFound')} text={t(indexed ? 'notFoundText' : 'notFoundNames')} />
    );
  if (isIndexing && section !== 'favourites')
    return <EmptyState icon={<IconImages />} title={t('reading')} text={t('readingText')} actions={action} />;
  switch (section) {
    case 'all':
      return <EmptyState icon={<IconImages />} title={t('none')} text={t('noneText')} actions={action} />;
    case 'favourites':
      return (
        <EmptyState
          icon={<IconHeart />}
          title={t('noFavourites')}
          text={t(phone ? 'noFavouritesHand' : 'noFavouritesText')}
        />
      );
    case 'memories':
      return <EmptyState icon={<IconHistory />} title={t('noMemories')} text={t('noMemoriesText')} />;
    case 'films':
      return <EmptyState icon={<IconFilm />} title={t('noFilms')} />;
    case 'album':
      return (
        <EmptyState
          icon={<IconImages />}
          title={t('noneInAlbum')}
          text={t(phone ? 'noneInAlbumHand' : 'noneInAlbumText')}
          actions={action}
        />
      );
    case 'place':
    case 'person':
    case 'live':
    case 'screenshots':
    case 'panoramas':
    case 'raw':
      return <EmptyState icon={<IconImages />} title={t('noneOfKind')} text={t('noneOfKindText')} />;
  }
};
