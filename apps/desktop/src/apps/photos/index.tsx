import type { Album } from '@boxwood/domain';
import {
  AppLayout,
  IconAlbum,
  IconCamera,
  IconFilm,
  IconHeart,
  IconHistory,
  IconImages,
  IconMapPin,
  IconLayers,
  IconLivePhoto,
  IconMonitor,
  IconPanorama,
  IconShapes,
  IconUser,
  IconUsers,
  Sidebar,
} from '@boxwood/ui';
import { type ReactNode, useMemo, useState } from 'react';
import type { AppProps } from '../../kit/app/apps/define-app.ts';
import { lazyComponent } from '../../kit/app/lazy-parts/lazy-component.tsx';
import type { AppLinks } from '../../kit/app/apps/app-links.ts';
import { WindowSkeleton } from '../../kit/app/window-states/WindowSkeleton.tsx';
import { usePhonePage } from '../../kit/app/phone-page.ts';
import { DesktopToken, LanguagesToken } from '../../composition/service-tokens.ts';
import { usePhotos } from '../../kit/files/pictures/photos-service.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { albumMessages } from './album-messages.ts';
import { messages } from './messages.ts';
import { type AlbumOrder, sortAlbums } from './parts/albums/album-order.ts';
import {
  AlbumsPage,
  PhotosWindowInput,
  DuplicatesPage,
  PartBoundary,
  PeoplePage,
  PlacesPage,
  ObjectsPage,
} from './parts/lazy-parts.tsx';
import { PHOTO_DRAG_KIND, TimelinePage } from './parts/timeline/TimelinePage.tsx';
import { PhotoGate } from './parts/PhotoGate.tsx';
import { useAlbumActions } from './parts/albums/use-album-actions.tsx';
import { usePersonPage } from './parts/people/use-person-page.tsx';
import { usePlacePage } from './parts/explore/use-place-page.ts';
import { useSectionFilters } from './parts/use-section-filters.ts';
import { usePersonFromLink } from './parts/people/use-person-from-link.ts';
import { usePhotosRoute } from './parts/use-photos-route.ts';
import { peopleMessages } from './people-messages.ts';
import { placeMessages } from './place-messages.ts';
import { objectMessages } from './object-messages.ts';
import {
  ALBUM_PAGE_PREFIX,
  ALBUMS_PAGE,
  DUPLICATES_PAGE,
  isSection,
  SECTIONS_WITHOUT_INDEX,
  PEOPLE_PAGE,
  PERSON_PAGE,
  PLACE_PAGE,
  PLACES_PAGE,
  OBJECT_PAGE,
  OBJECTS_PAGE,
  type Section,
} from './sections.ts';

const icons: Readonly<Record<Section, ReactNode>> = {
  all: <IconImages />,
  favourites: <IconHeart />,
  memories: <IconHistory />,
  films: <IconFilm />,
  live: <IconLivePhoto />,
  screenshots: <IconMonitor />,
  panoramas: <IconPanorama />,
  raw: <IconCamera />,
};

/** Maximum number of albums in the sidebar. The albums page lists all of them. */
const MAX_SIDEBAR_ALBUMS = 30;

/** On a phone, Photos opened over another page uses the same layout as the Photos start page. */
const LazyPhonePage = lazyComponent(async () => (await import('./start/PhotosStart.tsx')).PhonePhotos);

/** Photos and videos by the day they were taken, and albums. */
export const App = (props: AppProps<AppLinks['photos']>) => {
  const desktop = useService(DesktopToken);
  const page = usePhonePage();
  return (
    <PhotoGate
      onClose={() => {
        desktop.close(props.window);
      }}
    >
      {page === null ? (
        <PhotosWindow {...props} />
      ) : (
        <LazyPhonePage linkedPersonId={props.params.person} window={props.window} onLeave={page.leave} />
      )}
    </PhotoGate>
  );
};

const PhotosWindow = ({ window, params }: AppProps<AppLinks['photos']>) => {
  const t = useText(messages);
  const a = useText(albumMessages);
  const language = useStream(useService(LanguagesToken).language$);
  const indexed = useStream(usePhotos().indexed$);
  const sectionFilters = useSectionFilters();
  const { route, navigate, redirect, timelineMemoryOf } = usePhotosRoute(window, 'all');
  const { page, person: selectedPerson = null } = route;
  const p = useText(placeMessages);
  const w = useText(objectMessages);
  const place = usePlacePage(route);
  const f = useText(peopleMessages);
  const desktop = useService(DesktopToken);
  usePersonFromLink(params.person, (found) => {
    if (found === null) navigate(PEOPLE_PAGE);
    else navigate(PERSON_PAGE, { person: found });
    // Clear the parameter, so that following the same link again has an effect.
    desktop.update(window, { params: {} });
  });
  const person = usePersonPage(selectedPerson, (named) => {
    navigate(PERSON_PAGE, { person: named });
  });
  const [order, setOrder] = useState<AlbumOrder>('name');
  const albumActions = useAlbumActions(
    (id) => {
      navigate(ALBUM_PAGE_PREFIX + id);
    },
    (id) => {
      redirect(ALBUM_PAGE_PREFIX + id, ALBUMS_PAGE);
    },
  );
  const { albums, me } = albumActions;
  const loadedAlbums = albums.at === 'ready' ? albums.value : [];
  const album = loadedAlbums.find(({ id }) => page === ALBUM_PAGE_PREFIX + id);
  const sections = Object.keys(sectionFilters)
    .filter(isSection)
    .filter((id) => indexed || SECTIONS_WITHOUT_INDEX.has(id));
  const ownAlbumOf = (id: string): Album | undefined =>
    loadedAlbums.find((each) => each.owner === me && id === ALBUM_PAGE_PREFIX + each.id);
  const id = album?.id;
  const filter = useMemo(() => (id === undefined ? {} : { album: id }), [id]);
  return (
    <AppLayout
      sidebar={
        <Sidebar
          label={t('sections')}
          current={
            page === PLACE_PAGE
              ? PLACES_PAGE
              : page === OBJECT_PAGE
                ? OBJECTS_PAGE
                : page === PERSON_PAGE
                  ? PEOPLE_PAGE
                  : album === undefined && page.startsWith(ALBUM_PAGE_PREFIX)
                    ? ALBUMS_PAGE
                    : page
          }
          onSelect={(id) => {
            navigate(id);
          }}
          items={[
            ...sections.flatMap((id) => [
              // People, objects and places span all pictures, like memories; the media kinds follow them.
              ...(id === 'films' && indexed
                ? [
                    { id: PEOPLE_PAGE, label: f('people'), icon: <IconUser /> },
                    { id: OBJECTS_PAGE, label: w('things'), icon: <IconShapes /> },
                    { id: PLACES_PAGE, label: p('places'), icon: <IconMapPin /> },
                  ]
                : []),
              {
                id,
                label: t(id),
                icon: icons[id],
                ...(id === 'films' ? { heading: t('kinds') } : {}),
              },
            ]),
            ...(indexed
              ? [
                  { id: DUPLICATES_PAGE, label: t('duplicates'), icon: <IconLayers />, heading: t('tidy') },
                  { id: ALBUMS_PAGE, label: a('all'), icon: <IconAlbum />, heading: a('albums') },
                  ...sortAlbums(loadedAlbums, 'name', language)
                    .slice(0, MAX_SIDEBAR_ALBUMS)
                    .map(({ id, name, members }) => ({
                      id: ALBUM_PAGE_PREFIX + id,
                      label: name,
                      icon: members.length > 0 ? <IconUsers /> : <IconImages />,
                    })),
                ]
              : []),
          ]}
          accepts={({ kind }, id) => kind === PHOTO_DRAG_KIND && ownAlbumOf(id) !== undefined}
          onDrop={({ ids }, id) => {
            const targetAlbum = ownAlbumOf(id);
            if (targetAlbum !== undefined && Array.isArray(ids))
              albumActions.addPhotos(
                targetAlbum,
                ids.filter((each) => typeof each === 'string'),
              );
          }}
        />
      }
    >
      <PartBoundary key={page}>
        {album !== undefined ? (
          <TimelinePage
            key={page}
            section="album"
            filter={filter}
            albumActions={albumActions}
            album={album}
            memory={timelineMemoryOf(page)}
          />
        ) : albums.at === 'loading' && page.startsWith(ALBUM_PAGE_PREFIX) ? (
          <WindowSkeleton />
        ) : place !== null ? (
          <TimelinePage
            key={place.id}
            section="place"
            filter={place.filter}
            albumActions={albumActions}
            place={place}
            memory={timelineMemoryOf(`${page} ${place.id}`)}
          />
        ) : person !== null ? (
          <TimelinePage
            key={selectedPerson?.id}
            section="person"
            filter={person.filter}
            albumActions={albumActions}
            person={person}
            memory={timelineMemoryOf(`${page} ${selectedPerson?.id ?? ''}`)}
          />
        ) : page === PEOPLE_PAGE ? (
          <PeoplePage
            onOpen={(each) => {
              navigate(PERSON_PAGE, { person: each });
            }}
          />
        ) : isSection(page) ? (
          <TimelinePage
            key={page}
            section={page}
            filter={sectionFilters[page]}
            albumActions={albumActions}
            memory={timelineMemoryOf(page)}
          />
        ) : page === DUPLICATES_PAGE ? (
          <DuplicatesPage />
        ) : page === OBJECTS_PAGE ? (
          <ObjectsPage
            onOpen={(each) => {
              navigate(OBJECT_PAGE, each);
            }}
          />
        ) : page === PLACES_PAGE ? (
          <PlacesPage
            onOpen={(each) => {
              navigate(PLACE_PAGE, each);
            }}
          />
        ) : (
          <AlbumsPage
            albums={albums}
            me={me}
            reload={albumActions.reload}
            onCreate={albumActions.create}
            order={order}
            onOrder={setOrder}
            onOpen={({ id }) => {
              navigate(ALBUM_PAGE_PREFIX + id);
            }}
          />
        )}
        {albumActions.dialogs}
      </PartBoundary>
      <PhotosWindowInput window={window} album={album} albumActions={albumActions} />
    </AppLayout>
  );
};
