import type { ReactNode } from 'react';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { LanguagesToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { AlbumGrid, DuplicatesPage, PeoplePage, PlacesPage, ObjectsPage } from '../parts/lazy-parts.tsx';
import { sortAlbums } from '../parts/albums/album-order.ts';
import {
  ALBUM_PAGE_PREFIX,
  ALBUMS_PAGE,
  DUPLICATES_PAGE,
  PEOPLE_PAGE,
  PERSON_PAGE,
  PLACE_PAGE,
  PLACES_PAGE,
  OBJECT_PAGE,
  OBJECTS_PAGE,
} from '../sections.ts';
import type { PhonePhotosView } from './use-phone-photos-view.ts';

interface PhonePhotosPageProps {
  readonly view: PhonePhotosView;
  /** The timeline, shown on pages that have one. */
  readonly children: ReactNode;
}

/** Content of a Photos page on a phone: a list of albums, people, objects or places, or the timeline. */
export const PhonePhotosPage = ({ view: { page, navigate, albumActions }, children }: PhonePhotosPageProps) => {
  const language = useStream(useService(LanguagesToken).language$);
  switch (page) {
    case ALBUMS_PAGE:
      return (
        <LoadedContent request={albumActions.albums} reload={albumActions.reload}>
          {(list) => (
            <AlbumGrid
              albums={sortAlbums(list, 'name', language)}
              me={albumActions.me}
              onOpen={({ id }) => {
                navigate(ALBUM_PAGE_PREFIX + id);
              }}
              action={null}
            />
          )}
        </LoadedContent>
      );
    case DUPLICATES_PAGE:
      return <DuplicatesPage />;
    case PEOPLE_PAGE:
      return (
        <PeoplePage
          onOpen={(person) => {
            navigate(PERSON_PAGE, { person });
          }}
        />
      );
    case OBJECTS_PAGE:
      return (
        <ObjectsPage
          onOpen={(chosen) => {
            navigate(OBJECT_PAGE, chosen);
          }}
        />
      );
    case PLACES_PAGE:
      return (
        <PlacesPage
          onOpen={(chosen) => {
            navigate(PLACE_PAGE, chosen);
          }}
        />
      );
    default:
      return children;
  }
};
