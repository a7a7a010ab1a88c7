import type { PersonLabel, PhotoFilter, TimelinePhoto } from '@boxwood/domain';
import {
  Button,
  ChipRow,
  emptySelection,
  FloatingButton,
  IconAlbumAdd,
  IconAlbumDrop,
  IconButton,
  IconDownload,
  IconHeart,
  IconPlus,
  IconSearch,
  IconSend,
  IconTrash,
  IconUpload,
  Menu,
  PhoneHeader,
  PullToRefresh,
  SearchBox,
  type Selection,
  selectionAct,
  SelectionBar,
} from '@boxwood/ui';
import { useCallback, useMemo, useState } from 'react';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { common } from '../../../app-kit/messages.ts';
import { part } from '../../../app-kit/part.tsx';
import { LanguagesToken } from '../../../composition/tokens.ts';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { useRemoval } from '../../../file-kit/pictures/use-removal.tsx';
import { canSend } from '../../../platform/send.ts';
import { useBackSteps } from '../../../react/use-back-steps.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { albumWords } from '../album-words.ts';
import { duplicateWords } from '../duplicate-words.ts';
import { messages } from '../messages.ts';
import { Albums, Duplicates, PartBoundary, PeoplePage, Places, Things } from '../parts/late.tsx';
import { Nothing } from '../parts/Nothing.tsx';
import { inOrder } from '../parts/order.ts';
import { PhotoGate } from '../parts/PhotoGate.tsx';
import { pictureKeys } from '../parts/picture-keys.ts';
import { Pictures, SIZES } from '../parts/Pictures.tsx';
import { Upload } from '../parts/Upload.tsx';
import { useAlbumActs } from '../parts/use-album-acts.tsx';
import { MOST_SAVED, MOST_SENT, useActs } from '../parts/use-acts.ts';
import { useSections } from '../parts/use-sections.ts';
import { usePhotoLine } from '../parts/use-photo-line.ts';
import { usePerson } from '../parts/use-person.tsx';
import { type ChosenPlace, usePlace } from '../parts/use-place.ts';
import { useWanted } from '../parts/use-wanted.ts';
import { useWords } from '../parts/use-words.ts';
import { peopleWords } from '../people-words.ts';
import { placeWords } from '../place-words.ts';
import { thingWords } from '../thing-words.ts';
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
} from '../sections.ts';
import { handWords } from './hand-words.ts';
import { AlbumMenu, UploadHere } from './pieces.tsx';
import styles from './start.module.css';
import { useAll } from './use-all.ts';
import { useShare } from './use-share.tsx';

const UndoKeys = part(async () => (await import('../../../file-kit/UndoKeys.tsx')).UndoKeys);

/** Three or four pictures beside each other. */
const SIZE = 1;

/** The pictures and films by the day they were taken, as a place of the phone. */
export const Start = () => (
  <PhotoGate>
    <Over leave={null} />
  </PhotoGate>
);

interface OverProps {
  /** Whose pictures are shown, by the id that the box gave. */
  readonly wanted?: string | undefined;
  /** Ends the page; null where it is a place. */
  readonly leave: (() => void) | null;
}

/** The same over another page, with somebody's pictures or all of them. */
export const Over = ({ wanted, leave }: OverProps) => {
  const t = useText(messages);
  const h = useText(handWords);
  const acts = useActs();
  const indexed = useStream(usePhotos().indexed$);
  const a = useText(albumWords);
  const c = useText(common);
  const language = useStream(useService(LanguagesToken).language$);
  const shown = useSections();
  const [page, setPage] = useState<string>(wanted === undefined ? 'all' : PERSON);
  const p = useText(placeWords);
  const w = useText(thingWords);
  const d = useText(duplicateWords);
  const [shownPlace, setPlace] = useState<ChosenPlace | null>(null);
  const place = usePlace(page === PLACE || page === THING ? shownPlace : null);
  const f = useText(peopleWords);
  const [somebody, setSomebody] = useState<PersonLabel | null>(null);
  const person = usePerson(page === PERSON ? somebody : null);
  useWanted(wanted, (found) => {
    setPage(found === null ? PEOPLE : PERSON);
    setSomebody(found);
  });
  const [sends] = useState(canSend);
  const [searching, setSearching] = useState(false);
  const [text, words, setText] = useWords();
  const [size, setSize] = useState<number>(SIZE);
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const albums = useAlbumActs(
    (id) => {
      setPage(ALBUM + id);
    },
    () => {
      setPage(ALBUMS);
    },
  );
  const known = albums.albums.at === 'ready' ? albums.albums.value : [];
  const album = known.find(({ id }) => page === ALBUM + id);
  const section: Section = isSection(page) ? page : 'all';
  const counted = section === 'films' ? 'countFilms' : 'count';
  const id = album?.id;
  // Their pictures are asked for before it is known who they are.
  const theirs = useMemo(() => (wanted === undefined ? null : { person: wanted }), [wanted]);
  const ofAlbum = useMemo(() => (id === undefined ? null : { album: id }), [id]);
  const of: PhotoFilter =
    ofAlbum ?? place?.filter ?? person?.filter ?? (page === PERSON ? theirs : null) ?? shown[section];
  const line = usePhotoLine(useMemo(() => (words === '' ? of : { ...of, words }), [of, words]));
  const { asked, photos } = line;
  const chosen = useMemo(() => photos.filter(({ id }) => selection.keys.has(id)), [photos, selection]);
  const zoom = useCallback((by: 1 | -1) => {
    setSize((now) => Math.min(SIZES.length - 1, Math.max(0, now + by)));
  }, []);
  const end = useCallback(() => {
    setSelection(emptySelection);
  }, []);
  const drop = (which: readonly TimelinePhoto[]): void => {
    if (album !== undefined) albums.drop(album, which);
    end();
  };
  const [remove, question] = useRemoval<TimelinePhoto>({
    album,
    onDrop: drop,
    onDelete: (which) => {
      acts.remove(which);
      end();
    },
  });
  /** The page that lists what this one shows one of; null where there is none above. */
  const above =
    album !== undefined
      ? ALBUMS
      : place !== null
        ? page === THING
          ? THINGS
          : PLACES
        : person !== null && somebody?.id !== wanted
          ? PEOPLE
          : null;
  useBackSteps(above === null ? 0 : 1, () => {
    setPage(above ?? 'all');
  });
  useBackSteps(chosen.length > 0 ? 1 : 0, end);
  const all = useAll(line, chosen.length > 0, setSelection);
  const share = useShare(chosen);
  const total = asked.at === 'ready' ? asked.value.total : 0;
  const hearted = chosen.length > 0 && chosen.every(({ favourite }) => favourite === 1);
  const isLine = ![ALBUMS, PLACES, THINGS, PEOPLE, DUPLICATES].includes(page);
  const other = (id: string): string =>
    id === PLACES
      ? p('places')
      : id === THINGS
        ? w('things')
        : id === PEOPLE
          ? f('people')
          : id === DUPLICATES
            ? d('duplicates')
            : a('albums');
  const sections = Object.keys(shown)
    .filter(isSection)
    .filter((id) => indexed || LISTED.has(id));
  return (
    <>
      {leave === null ? <UndoKeys window={null} /> : null}
      {chosen.length > 0 ? (
        <PhoneHeader
          selecting
          title={t('chosen', { count: chosen.length })}
          back={{ label: t('endChoice'), onPress: end }}
        >
          {all === null ? null : (
            <Button variant="quiet" size="lg" onClick={all}>
              {h('everything')}
            </Button>
          )}
        </PhoneHeader>
      ) : (
        <PhoneHeader
          title={album?.name ?? place?.name ?? person?.name ?? t('all')}
          {...(total === 0 || !isLine ? {} : { note: t(counted, { count: total }) })}
          {...(above === null
            ? leave === null
              ? {}
              : { back: { label: c('back'), onPress: leave } }
            : {
                back: {
                  label: above === ALBUMS ? a('all') : other(above),
                  onPress: () => {
                    setPage(above);
                  },
                },
              })}
        >
          {album === undefined || album.owner !== albums.me ? null : <AlbumMenu albums={albums} album={album} />}
          <IconButton
            size="lg"
            label={t('find')}
            tooltip={false}
            pressed={searching}
            icon={<IconSearch />}
            onClick={() => {
              setSearching(!searching);
              setText('');
            }}
          />
        </PhoneHeader>
      )}
      {searching ? (
        <div className={styles.search}>
          <SearchBox
            autoFocus
            label={t('find')}
            clearLabel={t('clear')}
            value={text}
            onValueChange={setText}
            maxLength={128}
            {...(indexed ? { placeholder: t('findHint') } : {})}
          />
        </div>
      ) : null}
      {above === null ? (
        // Another part would end the selection; the row keeps its place, so that no picture moves under the finger.
        <div className={styles.sections} inert={chosen.length > 0}>
          <ChipRow
            label={t('sections')}
            chips={(indexed
              ? [...sections.slice(0, 2), ALBUMS, PEOPLE, THINGS, PLACES, ...sections.slice(2), DUPLICATES]
              : sections
            ).map((id) => ({
              ...{ id, label: isSection(id) ? t(id) : other(id), pressed: id === page },
              onPress: () => {
                end();
                setPage(id);
              },
            }))}
          />
        </div>
      ) : null}
      {person?.head}
      <PullToRefresh label={t('refreshing')} busy={false} onRefresh={page === ALBUMS ? albums.reload : line.reload}>
        <PartBoundary key={page}>
          {page === ALBUMS ? (
            <Shown of={albums.albums} reload={albums.reload}>
              {(list) => (
                <Albums
                  albums={inOrder(list, 'name', language)}
                  me={albums.me}
                  onOpen={({ id }) => {
                    setPage(ALBUM + id);
                  }}
                  action={null}
                />
              )}
            </Shown>
          ) : page === DUPLICATES ? (
            <Duplicates />
          ) : page === PEOPLE ? (
            <PeoplePage
              onOpen={(each) => {
                setSomebody(each);
                setPage(PERSON);
              }}
            />
          ) : page === THINGS ? (
            <Things
              onOpen={(each) => {
                setPlace(each);
                setPage(THING);
              }}
            />
          ) : page === PLACES ? (
            <Places
              onOpen={(each) => {
                setPlace(each);
                setPage(PLACE);
              }}
            />
          ) : (
            <Pictures
              key={page}
              touch
              line={line}
              size={size}
              selection={selection}
              onSelectionChange={setSelection}
              onOpen={(photo) => {
                acts.open(photo, line.line, album?.id);
              }}
              onZoom={zoom}
              onKeyDown={pictureKeys(chosen, acts, indexed, remove)}
              empty={
                <div className={styles.none}>
                  <Nothing
                    section={
                      album !== undefined ? 'album' : place !== null ? 'place' : person !== null ? 'person' : section
                    }
                    searched={words !== ''}
                    indexed={indexed}
                    reading={line.asked.at === 'ready' && line.asked.value.isReading}
                    action={page === 'all' ? <Upload primary /> : null}
                  />
                </div>
              }
            />
          )}
        </PartBoundary>
      </PullToRefresh>
      {chosen.length > 0 ? (
        <SelectionBar
          label={t('menu')}
          acts={[
            ...(sends
              ? [
                  {
                    ...{ id: 'send', label: t('send'), icon: <IconSend /> },
                    disabledReason: chosen.length > MOST_SENT ? t('chooseFewer', { most: MOST_SENT }) : undefined,
                    onPress: () => {
                      acts.send(chosen);
                    },
                  },
                ]
              : []),
            ...(indexed
              ? [
                  {
                    ...{ id: 'favourite', label: t(hearted ? 'unfavourite' : 'favourite') },
                    icon: <IconHeart fill={hearted ? 'currentColor' : 'none'} />,
                    onPress: () => {
                      acts.favourite(chosen);
                    },
                  },
                ]
              : []),
            share.act,
            {
              ...{ id: 'download', label: t('download'), icon: <IconDownload /> },
              disabledReason: chosen.length > MOST_SAVED ? t('chooseFewer', { most: MOST_SAVED }) : undefined,
              onPress: () => {
                acts.download(chosen);
              },
            },
            {
              ...{ id: 'remove', label: t('remove'), icon: <IconTrash /> },
              onPress: () => {
                remove(chosen);
              },
            },
          ]}
        >
          {indexed ? (
            <Menu
              trigger={
                <Button variant="quiet" className={selectionAct} icon={<IconAlbumAdd />} aria-label={a('add')}>
                  {a('short')}
                </Button>
              }
              entries={[
                ...(album !== undefined && album.owner === albums.me
                  ? [
                      {
                        ...{ kind: 'action' as const, id: 'drop', label: a('drop'), icon: <IconAlbumDrop /> },
                        onSelect: () => {
                          drop(chosen);
                        },
                      },
                    ]
                  : []),
                ...(person?.entriesFor(chosen) ?? []),
                ...albums.addEntries(chosen),
              ]}
            />
          ) : null}
        </SelectionBar>
      ) : page === ALBUMS ? (
        <FloatingButton icon={<IconPlus />} onClick={albums.make}>
          {a('new')}
        </FloatingButton>
      ) : page === PLACES ||
        page === THINGS ||
        page === PEOPLE ||
        page === DUPLICATES ||
        place !== null ||
        person !== null ? null : album === undefined ? (
        <UploadHere />
      ) : album.owner === albums.me ? (
        <FloatingButton
          icon={<IconUpload />}
          onClick={() => {
            albums.upload(album);
          }}
        >
          {t('upload')}
        </FloatingButton>
      ) : null}
      {albums.dialogs}
      {share.dialog}
      {question}
    </>
  );
};
