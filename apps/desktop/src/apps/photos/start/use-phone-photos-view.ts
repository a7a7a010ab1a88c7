import type { Album, PhotoFilter } from '@boxwood/domain';
import { useMemo, useState } from 'react';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import { type AlbumActions, useAlbumActions } from '../parts/albums/use-album-actions.tsx';
import { type PersonPage, usePersonPage } from '../parts/people/use-person-page.tsx';
import { type PlacePage, usePlacePage } from '../parts/explore/use-place-page.ts';
import { useSectionFilters } from '../parts/use-section-filters.ts';
import { usePersonFromLink } from '../parts/people/use-person-from-link.ts';
import { type PhotosRouteParams, type TimelineMemory, usePhotosRoute } from '../parts/use-photos-route.ts';
import {
  ALBUM_PAGE_PREFIX,
  ALBUMS_PAGE,
  DUPLICATES_PAGE,
  isSection,
  PEOPLE_PAGE,
  PERSON_PAGE,
  PLACES_PAGE,
  type Section,
  OBJECT_PAGE,
  OBJECTS_PAGE,
} from '../sections.ts';

/** Pages without a timeline. */
const LIST_PAGES: ReadonlySet<string> = new Set([ALBUMS_PAGE, PLACES_PAGE, OBJECTS_PAGE, PEOPLE_PAGE, DUPLICATES_PAGE]);

/** The page of Photos that a phone shows, its filter, and the navigation to other pages. */
export interface PhonePhotosView {
  readonly page: string;
  readonly navigate: (page: string, params?: PhotosRouteParams) => void;
  readonly albumActions: AlbumActions;
  /** The open album; null while the albums load, undefined if the page is not an album. */
  readonly album: Album | null | undefined;
  readonly place: PlacePage | null;
  readonly person: PersonPage | null;
  readonly section: Section | 'album' | 'place' | 'person';
  readonly filter: PhotoFilter;
  readonly title: string;
  readonly isTimeline: boolean;
  /** The list page that contains this page; null if there is none. */
  readonly parentPage: string | null;
  /** A unique key of this page. */
  readonly key: string;
  readonly memory: TimelineMemory;
}

/**
 * @param scope the window id, or the start page of the phone
 * @param linkedPersonId the person whose pictures are shown first, from a link
 */
export const usePhonePhotosView = (scope: string, linkedPersonId: string | undefined): PhonePhotosView => {
  const t = useText(messages);
  const sectionFilters = useSectionFilters();
  const { route, navigate, redirect, timelineMemoryOf, isRestored } = usePhotosRoute(
    scope,
    linkedPersonId === undefined ? 'all' : PERSON_PAGE,
  );
  // After a reload the stored route wins over the link.
  const [restoredPersonId] = useState(
    isRestored && (route.page !== PERSON_PAGE || route.person !== undefined) ? linkedPersonId : undefined,
  );
  usePersonFromLink(linkedPersonId === restoredPersonId ? undefined : linkedPersonId, (found) => {
    if (found === null) navigate(PEOPLE_PAGE);
    else navigate(PERSON_PAGE, { person: found });
  });
  const { person: selectedPerson = null } = route;
  const place = usePlacePage(route);
  const person = usePersonPage(selectedPerson, (named) => {
    navigate(PERSON_PAGE, { person: named });
  });
  const albumActions = useAlbumActions(
    (id) => {
      navigate(ALBUM_PAGE_PREFIX + id);
    },
    (id) => {
      redirect(ALBUM_PAGE_PREFIX + id, ALBUMS_PAGE);
    },
  );
  const id = route.page.startsWith(ALBUM_PAGE_PREFIX) ? route.page.slice(ALBUM_PAGE_PREFIX.length) : null;
  const loadedAlbums = albumActions.albums.at === 'ready' ? albumActions.albums.value : null;
  const found = loadedAlbums?.find((album) => album.id === id);
  const isDeleted = id !== null && loadedAlbums !== null && found === undefined;
  const page = isDeleted ? ALBUMS_PAGE : route.page;
  const isAlbum = id !== null && !isDeleted;
  const albumFilter = useMemo(() => (id === null ? null : { album: id }), [id]);
  // Load the pictures of the person before their name is known.
  const personFilter = useMemo(
    () => (linkedPersonId === undefined ? null : { person: linkedPersonId }),
    [linkedPersonId],
  );
  const sectionId: Section = isSection(page) ? page : 'all';
  const itemId = place?.id ?? selectedPerson?.id ?? '';
  const key = itemId === '' ? page : `${page} ${itemId}`;
  return {
    page,
    navigate,
    albumActions,
    place,
    person,
    key,
    album: isAlbum ? (found ?? null) : undefined,
    section: isAlbum ? 'album' : place !== null ? 'place' : person !== null ? 'person' : sectionId,
    filter:
      albumFilter ??
      place?.filter ??
      person?.filter ??
      (page === PERSON_PAGE ? personFilter : null) ??
      sectionFilters[sectionId],
    title: isAlbum ? (found?.name ?? '') : (place?.name ?? person?.name ?? t('all')),
    isTimeline: !LIST_PAGES.has(page),
    parentPage: isAlbum
      ? ALBUMS_PAGE
      : place !== null
        ? page === OBJECT_PAGE
          ? OBJECTS_PAGE
          : PLACES_PAGE
        : person !== null && selectedPerson?.id !== linkedPersonId
          ? PEOPLE_PAGE
          : null,
    memory: timelineMemoryOf(key),
  };
};
