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
import type { AppProps } from '../../app-kit/define-app.ts';
import { part } from '../../app-kit/part.tsx';
import type { AppLinks } from '../../app-kit/links.ts';
import { WindowSkeleton } from '../../app-kit/WindowSkeleton.tsx';
import { usePhonePage } from '../../app-kit/phone-page.ts';
import { DesktopToken, LanguagesToken } from '../../composition/tokens.ts';
import { usePhotos } from '../../file-kit/pictures/photos-service.ts';
import { useService } from '../../react/scope.tsx';
import { useStream } from '../../react/use-stream.ts';
import { useText } from '../../react/use-text.ts';
import { albumWords } from './album-words.ts';
import { messages } from './messages.ts';
import { type AlbumOrder, inOrder } from './parts/order.ts';
import { AlbumsPage, Behind, Duplicates, PartBoundary, PeoplePage, Places, Things } from './parts/late.tsx';
import { DRAGGED, LinePage } from './parts/LinePage.tsx';
import { PhotoGate } from './parts/PhotoGate.tsx';
import { useAlbumActs } from './parts/use-album-acts.tsx';
import { usePerson } from './parts/use-person.tsx';
import { usePlace } from './parts/use-place.ts';
import { useSections } from './parts/use-sections.ts';
import { useWanted } from './parts/use-wanted.ts';
import { useWhere } from './parts/use-where.ts';
import { peopleWords } from './people-words.ts';
import { placeWords } from './place-words.ts';
import { thingWords } from './thing-words.ts';
import {
  ALBUM,
  ALBUMS,
  DUPLICATES,
  isSection,
  LISTED,
  PEOPLE,
  PERSON,
  PLACE,
  PLACES,
  THING,
  THINGS,
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
const MOST_BESIDE = 30;

/** On a phone, Photos opened over another page uses the same layout as the Photos start page. */
const InHand = part(async () => (await import('./start/PhotosStart.tsx')).Over);

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
        <Parts {...props} />
      ) : (
        <InHand wanted={props.params.person} window={props.window} leave={page.leave} />
      )}
    </PhotoGate>
  );
};

const Parts = ({ window, params }: AppProps<AppLinks['photos']>) => {
  const t = useText(messages);
  const a = useText(albumWords);
  const language = useStream(useService(LanguagesToken).language$);
  const indexed = useStream(usePhotos().indexed$);
  const shown = useSections();
  const { where, go, leave, lineOf } = useWhere(window, 'all');
  const { page, person: somebody = null } = where;
  const p = useText(placeWords);
  const w = useText(thingWords);
  const place = usePlace(where);
  const f = useText(peopleWords);
  const desktop = useService(DesktopToken);
  useWanted(params.person, (found) => {
    if (found === null) go(PEOPLE);
    else go(PERSON, { person: found });
    // Clear the parameter, so that following the same link again has an effect.
    desktop.update(window, { params: {} });
  });
  const person = usePerson(somebody, (named) => {
    go(PERSON, { person: named });
  });
  const [order, setOrder] = useState<AlbumOrder>('name');
  const acts = useAlbumActs(
    (id) => {
      go(ALBUM + id);
    },
    (id) => {
      leave(ALBUM + id, ALBUMS);
    },
  );
  const { albums, me } = acts;
  const known = albums.at === 'ready' ? albums.value : [];
  const album = known.find(({ id }) => page === ALBUM + id);
  const sections = Object.keys(shown)
    .filter(isSection)
    .filter((id) => indexed || LISTED.has(id));
  const target = (id: string): Album | undefined => known.find((each) => each.owner === me && id === ALBUM + each.id);
  const id = album?.id;
  const filter = useMemo(() => (id === undefined ? {} : { album: id }), [id]);
  return (
    <AppLayout
      sidebar={
        <Sidebar
          label={t('sections')}
          current={
            page === PLACE
              ? PLACES
              : page === THING
                ? THINGS
                : page === PERSON
                  ? PEOPLE
                  : album === undefined && page.startsWith(ALBUM)
                    ? ALBUMS
                    : page
          }
          onSelect={(id) => {
            go(id);
          }}
          items={[
            ...sections.flatMap((id) => [
              // People, objects and places span all pictures, like memories; the media kinds follow them.
              ...(id === 'films' && indexed
                ? [
                    { id: PEOPLE, label: f('people'), icon: <IconUser /> },
                    { id: THINGS, label: w('things'), icon: <IconShapes /> },
                    { id: PLACES, label: p('places'), icon: <IconMapPin /> },
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
                  { id: DUPLICATES, label: t('duplicates'), icon: <IconLayers />, heading: t('tidy') },
                  { id: ALBUMS, label: a('all'), icon: <IconAlbum />, heading: a('albums') },
                  ...inOrder(known, 'name', language)
                    .slice(0, MOST_BESIDE)
                    .map(({ id, name, members }) => ({
                      id: ALBUM + id,
                      label: name,
                      icon: members.length > 0 ? <IconUsers /> : <IconImages />,
                    })),
                ]
              : []),
          ]}
          accepts={({ kind }, id) => kind === DRAGGED && target(id) !== undefined}
          onDrop={({ ids }, id) => {
            const onto = target(id);
            if (onto !== undefined && Array.isArray(ids))
              acts.add(
                onto,
                ids.filter((each) => typeof each === 'string'),
              );
          }}
        />
      }
    >
      <PartBoundary key={page}>
        {album !== undefined ? (
          <LinePage key={page} section="album" of={filter} albums={acts} album={album} memory={lineOf(page)} />
        ) : albums.at === 'loading' && page.startsWith(ALBUM) ? (
          <WindowSkeleton />
        ) : place !== null ? (
          <LinePage
            key={place.id}
            section="place"
            of={place.filter}
            albums={acts}
            place={place}
            memory={lineOf(`${page} ${place.id}`)}
          />
        ) : person !== null ? (
          <LinePage
            key={somebody?.id}
            section="person"
            of={person.filter}
            albums={acts}
            person={person}
            memory={lineOf(`${page} ${somebody?.id ?? ''}`)}
          />
        ) : page === PEOPLE ? (
          <PeoplePage
            onOpen={(each) => {
              go(PERSON, { person: each });
            }}
          />
        ) : isSection(page) ? (
          <LinePage key={page} section={page} of={shown[page]} albums={acts} memory={lineOf(page)} />
        ) : page === DUPLICATES ? (
          <Duplicates />
        ) : page === THINGS ? (
          <Things
            onOpen={(each) => {
              go(THING, each);
            }}
          />
        ) : page === PLACES ? (
          <Places
            onOpen={(each) => {
              go(PLACE, each);
            }}
          />
        ) : (
          <AlbumsPage
            albums={albums}
            me={me}
            reload={acts.reload}
            onMake={acts.make}
            order={order}
            onOrder={setOrder}
            onOpen={({ id }) => {
              go(ALBUM + id);
            }}
          />
        )}
        {acts.dialogs}
      </PartBoundary>
      <Behind window={window} album={album} acts={acts} />
    </AppLayout>
  );
};
