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
import { usePhotos } from '../../../../kit/files/pictures/photos-service.ts';
import { useDeletePictures } from '../../../../kit/files/pictures/use-delete-pictures.tsx';
import { useStream } from '../../../../platform/react/use-stream.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { albumMessages } from '../../album-messages.ts';
import { messages } from '../../messages.ts';
import styles from '../../photos.module.css';
import type { Section } from '../../sections.ts';
import { albumUploadMessages } from '../../album-upload-messages.ts';
import { lazyMenus } from '../lazy-menus.ts';
import { EmptyTimeline } from './EmptyTimeline.tsx';
import { createPictureKeyHandler } from './picture-key-handler.ts';
import { PhotoTimeline, ROW_HEIGHTS_PX, DEFAULT_SIZE_INDEX } from './PhotoTimeline.tsx';
import { UploadButton } from './UploadButton.tsx';
import type { AlbumActions } from '../albums/use-album-actions.tsx';
import { MAX_ARCHIVE_PHOTOS, usePhotoActions } from './use-photo-actions.ts';
import { usePhotoTimeline } from './use-photo-timeline.ts';
import type { PersonPage } from '../people/use-person-page.tsx';
import type { PlacePage } from '../explore/use-place-page.ts';
import { useSearchText } from './use-search-text.ts';
import type { TimelineMemory } from '../use-photos-route.ts';

interface TimelinePageProps {
  readonly section: Section | 'album' | 'place' | 'person';
  readonly filter: PhotoFilter;
  readonly albumActions: AlbumActions;
  /** The album whose pictures are shown. */
  readonly album?: Album;
  /** The place where the pictures were taken. */
  readonly place?: PlacePage;
  /** The person in the pictures. */
  readonly person?: PersonPage;
  readonly memory: TimelineMemory;
}

/** Drag kind of pictures that are dragged onto an album. */
export const PHOTO_DRAG_KIND = 'photos';

/** A timeline with search, and actions for the selected pictures. */
export const TimelinePage = ({ section, filter, albumActions, album, place, person, memory }: TimelinePageProps) => {
  const t = useText(messages);
  const a = useText(albumMessages);
  const u = useText(albumUploadMessages);
  const photoActions = usePhotoActions();
  const indexed = useStream(usePhotos().indexed$);
  const [text, query, setText] = useSearchText();
  const [size, setSize] = useState<number>(DEFAULT_SIZE_INDEX);
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const timeline = usePhotoTimeline(
    useMemo(() => (query === '' ? filter : { ...filter, words: query }), [filter, query]),
  );
  const { timelineState, photos } = timeline;
  const chosen = useMemo(() => photos.filter(({ id }) => selection.keys.has(id)), [photos, selection]);
  const zoom = useCallback((by: 1 | -1) => {
    setSize((now) => Math.min(ROW_HEIGHTS_PX.length - 1, Math.max(0, now + by)));
  }, []);
  const total = timelineState.at === 'ready' ? timelineState.value.total : 0;
  const noSelectionReason = chosen.length === 0 ? t('chooseFirst') : undefined;
  const tooManyReason = chosen.length > MAX_ARCHIVE_PHOTOS ? t('chooseFewer', { most: MAX_ARCHIVE_PHOTOS }) : undefined;
  const areAllFavourites = chosen.length > 0 && chosen.every(({ favourite }) => favourite === 1);
  useEffect(() => {
    // If loading fails, the next page tries again.
    lazyMenus.load().catch(() => undefined);
  }, []);
  const isMine = album !== undefined && album.owner === albumActions.me;
  const removeFromAlbum = (which: readonly TimelinePhoto[]): void => {
    if (album === undefined) return;
    albumActions.removePhotos(album, which);
    setSelection(clearSelection);
  };
  const [remove, question] = useDeletePictures<TimelinePhoto>({
    album,
    onRemove: removeFromAlbum,
    onDelete: (which) => {
      photoActions.remove(which);
      setSelection(clearSelection);
    },
  });
  const uploadButton =
    album === undefined ? null : (
      <Button
        size="sm"
        variant="primary"
        icon={<IconUpload />}
        onClick={() => {
          albumActions.upload(album);
        }}
      >
        {u('upload')}
      </Button>
    );
  const ownAlbum = isMine ? album : undefined;
  const open = (photo: TimelinePhoto): void => {
    photoActions.open(photo, timeline.source, album?.id);
  };
  const entriesFor = (which: readonly TimelinePhoto[]): readonly MenuEntry[] =>
    lazyMenus.current()?.pictureMenuEntries(which, {
      t,
      a,
      photoActions,
      albumActions,
      open,
      indexed,
      ownAlbum,
      person,
      remove,
      removeFromAlbum,
    }) ?? [];
  /**
   * Entries of the context menu: for the whole selection if the pressed picture is selected, otherwise for that picture
   * alone.
   */
  const contextMenuEntries = ({ target, by }: ContextRequest): readonly MenuEntry[] => {
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
          {album === undefined ? <UploadButton primary={total > 0} /> : isMine ? uploadButton : null}
          {indexed ? (
            <IconButton
              size="sm"
              label={t(areAllFavourites ? 'unfavourite' : 'favourite')}
              keys="F"
              icon={<IconHeart fill={areAllFavourites ? 'currentColor' : 'none'} />}
              disabledReason={noSelectionReason}
              onClick={() => {
                photoActions.favourite(chosen);
              }}
            />
          ) : null}
          {!indexed ? null : chosen.length === 0 ? (
            <IconButton size="sm" label={a('add')} icon={<IconAlbumAdd />} disabledReason={noSelectionReason} />
          ) : (
            <Menu
              trigger={<IconButton size="sm" label={a('add')} icon={<IconAlbumAdd />} />}
              entries={albumActions.addEntries(chosen)}
            />
          )}
          {isMine ? (
            <IconButton
              size="sm"
              label={a('drop')}
              icon={<IconAlbumDrop />}
              disabledReason={noSelectionReason}
              onClick={() => {
                removeFromAlbum(chosen);
              }}
            />
          ) : null}
          <IconButton
            size="sm"
            label={t('download')}
            icon={<IconDownload />}
            disabledReason={noSelectionReason ?? tooManyReason}
            onClick={() => {
              photoActions.download(chosen);
            }}
          />
          <IconButton
            size="sm"
            label={t('remove')}
            icon={<IconTrash />}
            disabledReason={noSelectionReason}
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
              entries={albumActions.menuEntriesOf(album)}
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
            disabled={size === ROW_HEIGHTS_PX.length - 1}
            onClick={() => {
              zoom(1);
            }}
          />
        </Toolbar>
      }
      notice={
        album !== undefined ? (
          <AlbumHeader album={album} me={albumActions.me} />
        ) : place !== undefined ? (
          <header className={styles.albumHead}>
            <h2>{place.name}</h2>
            <p>{place.parentName}</p>
          </header>
        ) : person !== undefined ? (
          person.header
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
      <ContextMenuArea className={styles.area ?? ''} label={t('menu')} entries={contextMenuEntries}>
        <PhotoTimeline
          timeline={timeline}
          // Search results are a different timeline.
          memory={query === '' ? memory : null}
          size={size}
          selection={selection}
          onSelectionChange={setSelection}
          onOpen={open}
          onZoom={zoom}
          onKeyDown={createPictureKeyHandler(chosen, photoActions, indexed, remove)}
          {...(indexed
            ? {
                drag: {
                  data: (ids) => ({ kind: PHOTO_DRAG_KIND, ids }),
                  label: (ids) => a('dragged', { count: ids.length }),
                },
              }
            : {})}
          empty={
            <EmptyTimeline
              section={section}
              isSearching={query !== ''}
              indexed={indexed}
              isIndexing={timeline.timelineState.at === 'ready' && timeline.timelineState.value.isReading}
              action={section === 'all' ? <UploadButton primary /> : null}
            />
          }
        />
      </ContextMenuArea>
      {question}
    </ListLayout>
  );
};

const AlbumHeader = ({ album, me }: { readonly album: Album; readonly me: string }) => {
  const a = useText(albumMessages);
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
