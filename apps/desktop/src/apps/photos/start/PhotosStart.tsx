import type { TimelinePhoto } from '@boxwood/domain';
import { emptySelection, FloatingButton, IconPlus, IconUpload, PullToRefresh, type Selection } from '@boxwood/ui';
import { useCallback, useMemo, useState } from 'react';
import { lazyComponent as lazyPart } from '../../../kit/app/lazy-parts/lazy-component.tsx';
import { DesktopToken } from '../../../composition/service-tokens.ts';
import { usePhotos } from '../../../kit/files/pictures/photos-service.ts';
import { useDeletePictures } from '../../../kit/files/pictures/use-delete-pictures.tsx';
import { useBackSteps } from '../../../platform/react/use-back-steps.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { albumMessages } from '../album-messages.ts';
import { messages } from '../messages.ts';
import { PartBoundary } from '../parts/lazy-parts.tsx';
import { EmptyTimeline } from '../parts/timeline/EmptyTimeline.tsx';
import { PhotoGate } from '../parts/PhotoGate.tsx';
import { createPictureKeyHandler } from '../parts/timeline/picture-key-handler.ts';
import { PhotoTimeline, ROW_HEIGHTS_PX } from '../parts/timeline/PhotoTimeline.tsx';
import { UploadButton } from '../parts/timeline/UploadButton.tsx';
import { usePhotoActions } from '../parts/timeline/use-photo-actions.ts';
import { usePhotoTimeline } from '../parts/timeline/use-photo-timeline.ts';
import { useSearchText } from '../parts/timeline/use-search-text.ts';
import { ALBUMS_PAGE } from '../sections.ts';
import { PhoneSelectionBar } from './PhoneSelectionBar.tsx';
import { PhonePhotosHeader } from './PhonePhotosHeader.tsx';
import { PhonePhotosPage } from './PhonePhotosPage.tsx';
import { FloatingUploadButton } from './phone-photo-buttons.tsx';
import styles from './start.module.css';
import { useSelectAll } from './use-select-all.ts';
import { usePhonePhotosView } from './use-phone-photos-view.ts';

const UndoKeys = lazyPart(async () => (await import('../../../kit/files/pictures/PhotoUndoKeys.tsx')).PhotoUndoKeys);

/** Three or four pictures per row. */
const INITIAL_SIZE_INDEX = 1;

/** The Photos start page of a phone: pictures and videos by the day they were taken. */
export const Start = () => (
  <PhotoGate>
    <PhonePhotos window={null} onLeave={null} />
  </PhotoGate>
);

interface PhonePhotosProps {
  /** Id of the person whose pictures are shown, from a link. */
  readonly linkedPersonId?: string | undefined;
  /** The window that shows Photos over other pages, and how to close it; null on the start page. */
  readonly window: string | null;
  readonly onLeave: (() => void) | null;
}

/** Photos on a phone: the start page, or a page over another one with all pictures or those of a person. */
export const PhonePhotos = ({ linkedPersonId, window, onLeave }: PhonePhotosProps) => {
  const t = useText(messages);
  const a = useText(albumMessages);
  const desktop = useService(DesktopToken);
  const photoActions = usePhotoActions();
  const indexed = useStream(usePhotos().indexed$);
  const view = usePhonePhotosView(window ?? 'place', linkedPersonId);
  const { page, navigate, albumActions, album, place, person, filter, parentPage } = view;
  const [text, query, setText] = useSearchText();
  const [size, setSize] = useState<number>(INITIAL_SIZE_INDEX);
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const timeline = usePhotoTimeline(
    useMemo(() => (query === '' ? filter : { ...filter, words: query }), [filter, query]),
  );
  const { timelineState, photos } = timeline;
  const chosen = useMemo(() => photos.filter(({ id }) => selection.keys.has(id)), [photos, selection]);
  const zoom = useCallback((by: 1 | -1) => {
    setSize((now) => Math.min(ROW_HEIGHTS_PX.length - 1, Math.max(0, now + by)));
  }, []);
  const endSelection = useCallback(() => {
    setSelection(emptySelection);
  }, []);
  const removeFromAlbum = (which: readonly TimelinePhoto[]): void => {
    if (album !== undefined && album !== null) albumActions.removePhotos(album, which);
    endSelection();
  };
  const [remove, question] = useDeletePictures<TimelinePhoto>({
    album,
    onRemove: removeFromAlbum,
    onDelete: (which) => {
      photoActions.remove(which);
      endSelection();
    },
  });
  // After a reload the page on top registers its back steps first.
  const isInFront = (): boolean => desktop.active$.value === window;
  useBackSteps(
    parentPage === null ? 0 : 1,
    () => {
      navigate(parentPage ?? 'all');
    },
    isInFront,
  );
  useBackSteps(chosen.length > 0 ? 1 : 0, endSelection, isInFront);
  const selectAll = useSelectAll(timeline, chosen.length > 0, setSelection);
  return (
    <>
      {onLeave === null ? <UndoKeys window={null} /> : null}
      <PhonePhotosHeader
        view={view}
        total={timelineState.at === 'ready' ? timelineState.value.total : 0}
        selectedCount={chosen.length}
        onEndSelection={endSelection}
        onSelectAll={selectAll}
        onLeave={onLeave}
        text={text}
        onText={setText}
      />
      {person?.header}
      <PullToRefresh
        label={t('refreshing')}
        busy={false}
        onRefresh={page === ALBUMS_PAGE ? albumActions.reload : timeline.reload}
      >
        <PartBoundary key={page}>
          <PhonePhotosPage view={view}>
            <PhotoTimeline
              key={view.key}
              touch
              timeline={timeline}
              size={size}
              memory={query === '' ? view.memory : null}
              selection={selection}
              onSelectionChange={setSelection}
              onOpen={(photo) => {
                photoActions.open(photo, timeline.source, album?.id);
              }}
              onZoom={zoom}
              onKeyDown={createPictureKeyHandler(chosen, photoActions, indexed, remove)}
              empty={
                <div className={styles.none}>
                  <EmptyTimeline
                    section={view.section}
                    isSearching={query !== ''}
                    indexed={indexed}
                    isIndexing={timeline.timelineState.at === 'ready' && timeline.timelineState.value.isReading}
                    action={page === 'all' ? <UploadButton primary /> : null}
                  />
                </div>
              }
            />
          </PhonePhotosPage>
        </PartBoundary>
      </PullToRefresh>
      {chosen.length > 0 ? (
        <PhoneSelectionBar
          view={view}
          chosen={chosen}
          photoActions={photoActions}
          onRemoveFromAlbum={removeFromAlbum}
          onRemove={remove}
        />
      ) : page === ALBUMS_PAGE ? (
        <FloatingButton icon={<IconPlus />} onClick={albumActions.create}>
          {a('new')}
        </FloatingButton>
      ) : !view.isTimeline || place !== null || person !== null || album === null ? null : album === undefined ? (
        <FloatingUploadButton />
      ) : album.owner === albumActions.me ? (
        <FloatingButton
          icon={<IconUpload />}
          onClick={() => {
            albumActions.upload(album);
          }}
        >
          {t('upload')}
        </FloatingButton>
      ) : null}
      {albumActions.dialogs}
      {question}
    </>
  );
};
