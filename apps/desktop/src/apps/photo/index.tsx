import { lazyComponent } from '../../kit/app/lazy-parts/lazy-component.tsx';
import { type FileEntry, parentOf, type PhotoDetails, type PhotoFace, type LazyResult } from '@boxwood/domain';
import {
  extensionOf,
  IconChevronLeft,
  IconChevronRight,
  IconPause,
  IconPlay,
  IconZoomIn,
  IconZoomOut,
} from '@boxwood/ui';

import { NEVER } from 'rxjs';
import { type CSSProperties, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import Lightbox, { type ControllerRef, type SlideshowRef, type ZoomRef } from 'yet-another-react-lightbox';
import Inline from 'yet-another-react-lightbox/plugins/inline';
import Slideshow from 'yet-another-react-lightbox/plugins/slideshow';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import type { AppProps } from '../../kit/app/apps/define-app.ts';
import { useIsPhone } from '../../kit/app/use-is-phone.ts';
import type { AppLinks } from '../../kit/app/apps/app-links.ts';
import { WindowSkeleton } from '../../kit/app/window-states/WindowSkeleton.tsx';
import { DesktopToken, UserToken } from '../../composition/service-tokens.ts';
import type { FileUrls } from '../../composition/file-urls.ts';
import { useFileAddresses } from '../../kit/files/use-file-addresses.ts';
import { usePeople } from '../../kit/files/pictures/people-service.ts';
import { usePhotos } from '../../kit/files/pictures/photos-service.ts';
import { placeOf, nameAt } from '../../kit/files/file-places.ts';
import { saveUrl } from '../../kit/files/save-url.ts';
import { shareMessages } from '../../kit/files/share/messages.ts';
import { canShareFrom } from '../../kit/files/share/shareable-places.ts';
import { PhotoUndoKeys } from '../../kit/files/pictures/PhotoUndoKeys.tsx';
import { useSiblings } from '../../kit/files/use-siblings.ts';
import { canShareFiles, shareFiles } from '../../platform/system-share.ts';
import { useBackSteps } from '../../platform/react/use-back-steps.ts';
import { useQuery } from '../../platform/react/use-query.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { FaceFrames } from './FaceFrames.tsx';
import { IndexedPhotoDetails } from './IndexedPhotoDetails.tsx';
import { photoDetailMessages as detailMessages } from './photo-detail-messages.ts';
import { messages } from './messages.ts';
import { PhonePhotoBars } from './PhonePhotoBars.tsx';
import { PhotoExifDetails } from './PhotoExifDetails.tsx';
import styles from './photo.module.css';
import { PhotoStrip } from './PhotoStrip.tsx';
import { attachSwipes } from './photo-swipes.ts';
import { type PictureTool, toolbarButtons } from './picture-tools.tsx';
import { useFavourite } from './use-favourite.ts';
import { PhotoLoadError } from './PhotoLoadError.tsx';
import { useDeletePhoto } from './use-delete-photo.ts';
import { type RemovedPhotos, useRestoredPhotos } from './use-restored-photos.ts';
import { useViewerKeys } from './use-viewer-keys.ts';

/** Loaded when the user shares a picture for the first time. */
const ShareDialog = lazyComponent(async () => (await import('../../kit/files/share/ShareDialog.tsx')).ShareDialog);

const PHOTO_TYPE = 3;
/** A photo on its side may be as wide as the stage is high. */
const rotationStyle = (degrees: number): CSSProperties =>
  degrees % 180 === 0
    ? { rotate: `${degrees}deg` }
    : { rotate: `${degrees}deg`, maxWidth: '100cqh', maxHeight: '100cqw' };
/** Types that browsers do not show, or not safely; the box renders an image. */
const BOX_RENDERED_EXTENSIONS: ReadonlySet<string> = new Set(['svg', 'tif', 'tiff', 'heic', 'heif']);
const sourceOf = ({ path, name, md512kb }: FileEntry, addresses: Pick<FileUrls, 'file' | 'thumb'>) =>
  md512kb !== '' && BOX_RENDERED_EXTENSIONS.has(extensionOf(name))
    ? addresses.thumb(md512kb, 2048)
    : addresses.file(path);
const entryFromPath = (path: string): FileEntry => ({
  name: nameAt(path),
  type: PHOTO_TYPE,
  size: 0,
  ctime: 0,
  mtime: 0,
  path,
  md512kb: '',
  id: path,
});

/** The photo viewer: the photos of the folder, starting with the opened one (FILES-29, PREVIEW-09). */
export const App = ({ window, params }: AppProps<AppLinks['photo']>) => {
  const siblings = useSiblings(params.path);
  if (siblings.at === 'loading') return <WindowSkeleton />;
  const found = siblings.at === 'ready' ? siblings.value.filter(({ type }) => type === PHOTO_TYPE) : [];
  const listed =
    params.pictures === undefined
      ? found
      : params.pictures.map(({ path, md512kb }) => ({ ...entryFromPath(path), md512kb }));
  const photos = listed.some(({ path }) => path === params.path) ? listed : [entryFromPath(params.path)];
  // Pictures of a listing use their path as id; the index does not know them.
  const indexed = params.pictures?.filter(({ path, id }) => id !== path) ?? [];
  const ids = new Map(indexed.map(({ path, id }) => [path, id]));
  const { album } = params;
  return <Viewer key={params.path} window={window} photos={photos} ids={ids} album={album} start={params.path} />;
};

const Viewer = ({
  window,
  photos: initialPhotos,
  ids,
  album,
  start,
}: {
  /** Photo index ids by path; empty if the pictures come from a folder. */
  readonly ids: ReadonlyMap<string, string>;
  /** The id of the album whose pictures are shown. */
  readonly album: string | undefined;
  readonly window: AppProps<AppLinks['photo']>['window'];
  readonly photos: readonly FileEntry[];
  readonly start: string;
}) => {
  const t = useText(messages);
  const k = useText(detailMessages);
  const s = useText(shareMessages);
  const phone = useIsPhone();
  const desktop = useService(DesktopToken);
  const addresses = useFileAddresses();
  const user = useService(UserToken);
  const [removed, setRemoved] = useState<RemovedPhotos>(new Map());
  /** Paths that were removed from the album. */
  const [removedFromAlbum, setRemovedFromAlbum] = useState<ReadonlySet<string>>(new Set());
  const remainingPhotos = (removals: RemovedPhotos, albumRemovals = removedFromAlbum): readonly FileEntry[] =>
    initialPhotos.filter(({ path }) => removals.get(path) !== true && !albumRemovals.has(path));
  const photos = remainingPhotos(removed);
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      photos.findIndex(({ path }) => path === start),
    ),
  );
  const [rotation, setRotation] = useState(0);
  const [areDetailsShown, setDetailsShown] = useState(false);
  const [areBarsHidden, setBarsHidden] = useState(false);
  const [shared, setShared] = useState<FileEntry | null>(null);
  const [attempt, setAttempt] = useState(0);
  const retryLoading = useCallback(() => {
    setAttempt((n) => n + 1);
  }, []);
  const photo = photos[Math.min(index, photos.length - 1)];
  const name = photo?.name;
  useEffect(() => {
    if (name !== undefined) desktop.update(window, { title: name });
  }, [desktop, window, name]);
  const id = ids.get(photo?.path ?? '');
  const library = usePhotos();
  const [details, reload] = useQuery(
    useCallback((): LazyResult<PhotoDetails> => (id === undefined ? NEVER : library.details(id)), [library, id]),
    { about: 'photos' },
  );
  const indexedDetails = details.at === 'ready' && details.value.photo.id === id ? details.value : null;
  const people = usePeople();
  const [facesState] = useQuery(
    useCallback(
      (): LazyResult<readonly PhotoFace[]> => (id === undefined || !areDetailsShown ? NEVER : people.faces(id)),
      [people, id, areDetailsShown],
    ),
    { about: 'photos' },
  );
  const faces = facesState.at === 'ready' ? facesState.value.filter(({ face }) => face.photo === id) : [];
  const [isZoomedIn, setZoomedIn] = useState(false);
  const [favouriteFlag, toggleFavourite] = useFavourite(id, indexedDetails);
  // Addresses with an old key stay valid (G-10), so keep the slides; otherwise every picture would load again.
  const [slides, setSlides] = useState<{ src: string; alt: string }[] | null>(null);
  /** Applies removals. Shows the restored picture, or the one that takes the place of the removed one. */
  const applyRemovals = (nextRemoved: RemovedPhotos, restoredPath?: string, albumRemovals = removedFromAlbum): void => {
    const remaining = remainingPhotos(nextRemoved, albumRemovals);
    const restoredIndex = remaining.findIndex(({ path }) => path === restoredPath);
    setRemoved(nextRemoved);
    setRemovedFromAlbum(albumRemovals);
    setSlides(null);
    setIndex(restoredIndex < 0 ? Math.max(0, Math.min(index, remaining.length - 1)) : restoredIndex);
    setRotation(0);
    // Close the viewer if no picture is left.
    if (remaining.length === 0) desktop.close(window);
  };
  useRestoredPhotos(removed, applyRemovals);
  const [remove, question] = useDeletePhoto({
    photo,
    id,
    indexedDetails,
    albumId: album,
    onDeleted: (path) => {
      applyRemovals(new Map([...removed, [path, true]]));
    },
    onRemovedFromAlbum: (path) => {
      applyRemovals(removed, undefined, new Set([...removedFromAlbum, path]));
    },
    onReturned: (path) => {
      applyRemovals(removed, path, new Set([...removedFromAlbum].filter((each) => each !== path)));
    },
  });
  const download = (): void => {
    const address = photo === undefined ? null : addresses.file(photo.path, true);
    if (photo !== undefined && address !== null) saveUrl(address, photo.name);
  };
  const controller = useRef<ControllerRef>(null);
  const zooming = useRef<ZoomRef>(null);
  const slideshow = useRef<SlideshowRef>(null);
  const [canSendFiles] = useState(() => phone && canShareFiles());
  const windowRef = useRef<HTMLDivElement>(null);
  const stageRef = useRef<HTMLDivElement>(null);
  const zoomLevel = useRef(1);
  const closeDetailsOrViewer = (): void => {
    // On a phone the details cover the picture.
    if (phone && areDetailsShown) setDetailsShown(false);
    else desktop.close(window);
  };
  const close = useEffectEvent(closeDetailsOrViewer);
  useBackSteps(phone && areDetailsShown ? 1 : 0, () => {
    setDetailsShown(false);
  });
  useEffect(() => {
    const stage = stageRef.current;
    if (!phone || stage === null) return undefined;
    return attachSwipes(stage, {
      fitsScreen: () => zoomLevel.current <= 1,
      onDrag: (by) => {
        stage.toggleAttribute('data-drawn', by > 0);
        stage.style.setProperty('--drawn', `${by}px`);
      },
      onSwipeDown: () => {
        close();
      },
      // A tap hides the bars, or shows them again.
      onTap: () => {
        setBarsHidden((now) => !now);
      },
      onSwipeUp: () => {
        setDetailsShown(true);
      },
    });
  }, [phone]);
  const currentSlides = slides ?? photos.map((each) => ({ src: sourceOf(each, addresses) ?? '', alt: each.name }));
  if (slides === null && currentSlides[0]?.src !== '') setSlides(currentSlides);
  useViewerKeys(windowRef, { controller, zoomRef: zooming, slideshow }, closeDetailsOrViewer, (key) => {
    switch (key) {
      case 'i':
        return () => setDetailsShown(!areDetailsShown);
      case 'f':
        return id === undefined ? null : toggleFavourite;
      case 'Home':
        return () => setIndex(0);
      case 'End':
        return () => setIndex(photos.length - 1);
      case 'Delete':
        return remove;
      default:
        return null;
    }
  });
  const labels = {
    Previous: t('previous'),
    Next: t('next'),
    'Zoom in': t('zoomIn'),
    'Zoom out': t('zoomOut'),
    Play: t('play'),
    Pause: t('pause'),
    Lightbox: t('viewer'),
    'Photo gallery': t('viewer'),
  };
  const send = (): void => {
    const address = photo === undefined ? null : addresses.file(photo.path);
    if (photo === undefined || address === null) return;
    // If sharing fails, download the file.
    void shareFiles([{ url: address, name: photo.name }]).then((wasShared) => {
      if (!wasShared) download();
    });
  };
  const canShare = photo !== undefined && canShareFrom(placeOf(photo.path, user));
  const tools: readonly PictureTool[] = [
    ...(id === undefined
      ? []
      : ([{ id: 'favourite', label: k('favourite'), pressed: favouriteFlag === 1, run: toggleFavourite }] as const)),
    // A phone has space for few tools, and three turns to the right equal one to the left.
    ...(phone ? [] : ([{ id: 'rotateLeft', label: t('rotateLeft'), run: () => setRotation(rotation - 90) }] as const)),
    { id: 'rotateRight', label: t('rotateRight'), run: () => setRotation(rotation + 90) },
    ...(canSendFiles ? ([{ id: 'send', label: t('send'), run: send }] as const) : []),
    ...(canShare && (phone || !canSendFiles)
      ? ([{ id: 'share', label: phone ? t('share') : s('share'), run: () => setShared(photo) }] as const)
      : []),
    { id: 'download', label: t('download'), run: download },
    { id: 'remove', label: t('remove'), run: remove },
    { id: 'facts', label: t('facts'), pressed: areDetailsShown, run: () => setDetailsShown(!areDetailsShown) },
  ];
  const position = t('position', { index: index + 1, count: photos.length });
  const strip = photos.length < 2 ? null : <PhotoStrip photos={photos} index={index} onSelect={setIndex} />;
  return (
    <div ref={windowRef} className={styles.window}>
      <PhotoUndoKeys window={window} />
      <div className={styles.viewing} data-hand={phone ? '' : undefined}>
        <div ref={stageRef} className={styles.stage} data-hand={phone ? '' : undefined}>
          <Lightbox
            key={attempt}
            open
            index={index}
            slides={currentSlides}
            plugins={[Inline, Zoom, Slideshow]}
            inline={{ className: styles.inline ?? '' }}
            labels={labels}
            carousel={{
              finite: photos.length < 3,
              preload: 1,
              imageProps: { style: rotationStyle(rotation), draggable: false },
            }}
            animation={{ fade: 120, swipe: 160 }}
            controller={{ ref: controller }}
            zoom={{ ref: zooming, maxZoomPixelRatio: 4, scrollToZoom: true, doubleClickMaxStops: 3 }}
            slideshow={{ ref: slideshow, delay: 4000 }}
            on={{
              zoom: ({ zoom: next }) => {
                zoomLevel.current = next;
                setZoomedIn(next > 1);
              },
              view: ({ index: next }) => {
                setIndex(next);
                setRotation(0);
              },
            }}
            render={{
              ...(phone
                ? {
                    buttonZoom: () => null,
                    buttonSlideshow: () => null,
                    buttonPrev: () => null,
                    buttonNext: () => null,
                  }
                : {}),
              iconPrev: () => <IconChevronLeft />,
              iconNext: () => <IconChevronRight />,
              iconZoomIn: () => <IconZoomIn size={18} />,
              iconZoomOut: () => <IconZoomOut size={18} />,
              iconSlideshowPlay: () => <IconPlay size={18} />,
              iconSlideshowPause: () => <IconPause size={18} />,
              iconError: () =>
                photo === undefined ? null : <PhotoLoadError path={photo.path} onAvailable={retryLoading} />,
            }}
            toolbar={{
              buttons: phone ? [] : toolbarButtons(tools, position),
            }}
          />
          {areDetailsShown && !isZoomedIn && rotation === 0 ? (
            <FaceFrames key={id} stage={stageRef} faces={faces} />
          ) : null}
        </div>
        {phone ? (
          <PhonePhotoBars tools={tools} position={position} isHidden={areBarsHidden}>
            {strip}
          </PhonePhotoBars>
        ) : (
          strip
        )}
      </div>
      {!areDetailsShown || photo === undefined ? null : id === undefined ? (
        <PhotoExifDetails key={photo.path} photo={photo} />
      ) : (
        <IndexedPhotoDetails
          key={id}
          faces={faces}
          details={indexedDetails === null && details.at === 'ready' ? { at: 'loading' } : details}
          reload={reload}
        />
      )}
      {question}
      {shared === null ? null : (
        <ShareDialog
          entries={[shared]}
          folder={parentOf(shared.path)}
          onClose={() => {
            setShared(null);
          }}
        />
      )}
    </div>
  );
};
