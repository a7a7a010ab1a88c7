import type { Album, PhotoFilter, TimelinePhoto } from '@boxwood/domain';
import {
  Button,
  clearSelection,
  ContextMenuArea,
  type ContextRequest,
  emptySelection,
  IconAlbumAdd,
  IconAlbumDrop,
  IconButton,
  IconDownload,
  IconHeart,
  IconMore,
  IconTrash,
  IconUpload,
  IconUser,
  IconZoomIn,
  IconZoomOut,
  ListLayout,
  Menu,
  type MenuEntry,
  SearchBox,
  type Selection,
  selectOnly,
  Toolbar,
  ToolbarSpacer,
} from '@boxwood/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { useRemoval } from '../../../file-kit/pictures/use-removal.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { albumWords } from '../album-words.ts';
import { messages } from '../messages.ts';
import styles from '../photos.module.css';
import type { Section } from '../sections.ts';
import { uploadWords } from '../upload-words.ts';
import { menus } from './fetch-menus.ts';
import { Nothing } from './Nothing.tsx';
import { pictureKeys } from './picture-keys.ts';
import { Pictures, SIZES, USUAL_SIZE } from './Pictures.tsx';
import { Upload } from './Upload.tsx';
import type { AlbumActs } from './use-album-acts.tsx';
import { MOST_SAVED, useActs } from './use-acts.ts';
import { usePhotoLine } from './use-photo-line.ts';
import type { ShownPerson } from './use-person.tsx';
import type { ShownPlace } from './use-place.ts';
import { useWords } from './use-words.ts';
import type { LineMemory } from './use-where.ts';

interface LinePageProps {
  readonly section: Section | 'album' | 'place' | 'person';
  readonly of: PhotoFilter;
  readonly albums: AlbumActs;
  /** The album whose pictures are shown. */
  readonly album?: Album;
  /** The place where the pictures were taken. */
  readonly place?: ShownPlace;
  /** The person in the pictures. */
  readonly person?: ShownPerson;
  readonly memory: LineMemory;
}

/** Drag kind of pictures that are dragged onto an album. */
export const DRAGGED = 'photos';

/** A timeline with search, and actions for the selected pictures. */
export const LinePage = ({ section, of, albums, album, place, person, memory }: LinePageProps) => {
  const t = useText(messages);
  const a = useText(albumWords);
  const u = useText(uploadWords);
  const acts = useActs();
  const indexed = useStream(usePhotos().indexed$);
  const [text, words, setText] = useWords();
  const [size, setSize] = useState<number>(USUAL_SIZE);
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const line = usePhotoLine(useMemo(() => (words === '' ? of : { ...of, words }), [of, words]));
  const { asked, photos } = line;
  const chosen = useMemo(() => photos.filter(({ id }) => selection.keys.has(id)), [photos, selection]);
  const zoom = useCallback((by: 1 | -1) => {
    setSize((now) => Math.min(SIZES.length - 1, Math.max(0, now + by)));
  }, []);
  const total = asked.at === 'ready' ? asked.value.total : 0;
  const none = chosen.length === 0 ? t('chooseFirst') : undefined;
  const tooMany = chosen.length > MOST_SAVED ? t('chooseFewer', { most: MOST_SAVED }) : undefined;
  const hearted = chosen.length > 0 && chosen.every(({ favourite }) => favourite === 1);
  useEffect(() => {
    // If loading fails, the next page tries again.
    menus.load().catch(() => undefined);
  }, []);
  const isMine = album !== undefined && album.owner === albums.me;
  const drop = (which: readonly TimelinePhoto[]): void => {
    if (album === undefined) return;
    albums.drop(album, which);
    setSelection(clearSelection);
  };
  const [remove, question] = useRemoval<TimelinePhoto>({
    album,
    onDrop: drop,
    onDelete: (which) => {
      acts.remove(which);
      setSelection(clearSelection);
    },
  });
  const uploadHere =
    album === undefined ? null : (
      <Button
        size="sm"
        variant="primary"
        icon={<IconUpload />}
        onClick={() => {
          albums.upload(album);
        }}
      >
        {u('upload')}
      </Button>
    );
  const own = isMine ? album : undefined;
  const open = (photo: TimelinePhoto): void => {
    acts.open(photo, line.line, album?.id);
  };
  const entriesFor = (which: readonly TimelinePhoto[]): readonly MenuEntry[] =>
    menus.here()?.entriesFor(which, { t, a, acts, albums, open, indexed, own, person, remove, drop }) ?? [];
  /**
   * Entries of the context menu: for the whole selection if the pressed picture is selected, otherwise for that picture
   * alone.
   */
  const entries = ({ target, by }: ContextRequest): readonly MenuEntry[] => {
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    if (key === undefined || by === 'touch') return [];
    if (selection.keys.has(key)) return entriesFor(chosen);
    setSelection(selectOnly(key));
    return entriesFor(photos.filter(({ id }) => id === key));
  };
  return (
    <ListLayout
      toolbar={
        <Toolbar wrap label={t('tools')}>
          {album === undefined ? <Upload primary={total > 0} /> : isMine ? uploadHere : null}
          {indexed ? (
            <IconButton
              size="sm"
              label={t(hearted ? 'unfavourite' : 'favourite')}
              keys="F"
              icon={<IconHeart fill={hearted ? 'currentColor' : 'none'} />}
              disabledReason={none}
              onClick={() => {
                acts.favourite(chosen);
              }}
            />
          ) : null}
          {!indexed ? null : chosen.length === 0 ? (
            <IconButton size="sm" label={a('add')} icon={<IconAlbumAdd />} disabledReason={none} />
          ) : (
            <Menu
              trigger={<IconButton size="sm" label={a('add')} icon={<IconAlbumAdd />} />}
              entries={albums.addEntries(chosen)}
            />
          )}
          {isMine ? (
            <IconButton
              size="sm"
              label={a('drop')}
              icon={<IconAlbumDrop />}
              disabledReason={none}
              onClick={() => {
                drop(chosen);
              }}
            />
          ) : null}
          <IconButton
            size="sm"
            label={t('download')}
            icon={<IconDownload />}
            disabledReason={none ?? tooMany}
            onClick={() => {
              acts.download(chosen);
            }}
          />
          <IconButton
            size="sm"
            label={t('remove')}
            icon={<IconTrash />}
            disabledReason={none}
            onClick={() => {
              remove(chosen);
            }}
          />
          {person === undefined || chosen.length === 0 ? null : (
            <Menu
              trigger={<IconButton size="sm" label={person.name} icon={<IconUser />} />}
              entries={person.entriesFor(chosen)}
            />
          )}
          <ToolbarSpacer />
          {album !== undefined && isMine ? (
            <Menu
              trigger={<IconButton size="sm" label={a('menu')} icon={<IconMore />} />}
              entries={albums.entriesOf(album)}
            />
          ) : null}
          <SearchBox
            className={styles.find ?? ''}
            label={t('find')}
            {...(indexed ? { placeholder: t('findHint') } : {})}
            clearLabel={t('clear')}
            value={text}
            onValueChange={setText}
            maxLength={128}
          />
          <IconButton
            size="sm"
            label={t('smaller')}
            icon={<IconZoomOut />}
            disabled={size === 0}
            onClick={() => {
              zoom(-1);
            }}
          />
          <IconButton
            size="sm"
            label={t('larger')}
            icon={<IconZoomIn />}
            disabled={size === SIZES.length - 1}
            onClick={() => {
              zoom(1);
            }}
          />
        </Toolbar>
      }
      notice={
        album !== undefined ? (
          <AlbumHead album={album} me={albums.me} />
        ) : place !== undefined ? (
          <header className={styles.albumHead}>
            <h2>{place.name}</h2>
            <p>{place.within}</p>
          </header>
        ) : person !== undefined ? (
          person.head
        ) : indexed ? null : (
          <p className={styles.noIndex}>{t('noIndex')}</p>
        )
      }
      footer={
        <span aria-live="polite">
          {chosen.length > 0
            ? t('chosen', { count: chosen.length })
            : t(section === 'films' ? 'countFilms' : 'count', { count: total })}
        </span>
      }
    >
      <ContextMenuArea className={styles.area ?? ''} label={t('menu')} entries={entries}>
        <Pictures
          line={line}
          // Search results are a different timeline.
          memory={words === '' ? memory : null}
          size={size}
          selection={selection}
          onSelectionChange={setSelection}
          onOpen={open}
          onZoom={zoom}
          onKeyDown={pictureKeys(chosen, acts, indexed, remove)}
          {...(indexed
            ? {
                drag: {
                  data: (ids) => ({ kind: DRAGGED, ids }),
                  label: (ids) => a('dragged', { count: ids.length }),
                },
              }
            : {})}
          empty={
            <Nothing
              section={section}
              searched={words !== ''}
              indexed={indexed}
              reading={line.asked.at === 'ready' && line.asked.value.isReading}
              action={section === 'all' ? <Upload primary /> : null}
            />
          }
        />
      </ContextMenuArea>
      {question}
    </ListLayout>
  );
};

const AlbumHead = ({ album, me }: { readonly album: Album; readonly me: string }) => {
  const a = useText(albumWords);
  return (
    <header className={styles.albumHead}>
      <h2>{album.name}</h2>
      {album.owner !== me ? (
        <p>{a('sharedBy', { owner: album.owner })}</p>
      ) : album.members.length > 0 ? (
        <p>{a('sharedWith', { people: album.members.join(', ') })}</p>
      ) : null}
    </header>
  );
};
