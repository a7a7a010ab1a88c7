import { part } from '../../app-kit/part.tsx';
import { type FileEntry, parentOf, type PhotoDetails, type PhotoFace, type Question } from '@boxwood/domain';
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
import type { AppProps } from '../../app-kit/define-app.ts';
import { usePhone } from '../../app-kit/use-phone.ts';
import type { AppLinks } from '../../app-kit/links.ts';
import { WindowSkeleton } from '../../app-kit/WindowSkeleton.tsx';
import { DesktopToken, UserToken } from '../../composition/tokens.ts';
import type { FileAddresses } from '../../composition/file-addresses.ts';
import { useAddresses } from '../../file-kit/addresses.ts';
import { usePeople } from '../../file-kit/pictures/people-service.ts';
import { usePhotos } from '../../file-kit/pictures/photos-service.ts';
import { placeOf, nameAt } from '../../file-kit/places.ts';
import { saveFrom } from '../../file-kit/save-from.ts';
import { shareWords } from '../../file-kit/share/messages.ts';
import { mayShareFrom } from '../../file-kit/share/places.ts';
import { PhotoUndoKeys } from '../../file-kit/pictures/PhotoUndoKeys.tsx';
import { useSiblings } from '../../file-kit/siblings.ts';
import { canSend, sendFiles } from '../../platform/send.ts';
import { useBackSteps } from '../../react/use-back-steps.ts';
import { useQuery } from '../../react/use-query.ts';
import { useService } from '../../react/scope.tsx';
import { useText } from '../../react/use-text.ts';
import { FaceFrames } from './FaceFrames.tsx';
import { Known } from './Known.tsx';
import { known as knownWords } from './known-words.ts';
import { messages } from './messages.ts';
import { HandBars } from './HandBars.tsx';
import { PhotoFacts } from './PhotoFacts.tsx';
import styles from './photo.module.css';
import { Strip } from './Strip.tsx';
import { attachSwipes } from './swipes.ts';
import { type PictureTool, toolbarOf } from './tools.tsx';
import { useHeart } from './use-heart.ts';
import { Unseen } from './Unseen.tsx';
import { usePhotoRemoval } from './use-photo-removal.ts';
import { type Removed, useReturned } from './use-returned.ts';
import { useViewerKeys } from './use-viewer-keys.ts';

/** Loaded when the user shares a picture for the first time. */
const ShareDialog = part(async () => (await import('../../file-kit/share/ShareDialog.tsx')).ShareDialog);

const PHOTO = 3;
/** A photo on its side may be as wide as the stage is high. */
const turned = (degrees: number): CSSProperties =>
  degrees % 180 === 0
    ? { rotate: `${degrees}deg` }
    : { rotate: `${degrees}deg`, maxWidth: '100cqh', maxHeight: '100cqw' };
/** Types that browsers do not show, or not safely; the box renders an image. */
const RENDERED: ReadonlySet<string> = new Set(['svg', 'tif', 'tiff', 'heic', 'heif']);
const sourceOf = ({ path, name, md512kb }: FileEntry, addresses: Pick<FileAddresses, 'file' | 'thumb'>) =>
  md512kb !== '' && RENDERED.has(extensionOf(name)) ? addresses.thumb(md512kb, 2048) : addresses.file(path);
const bare = (path: string): FileEntry => ({
  name: nameAt(path),
  type: PHOTO,
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
  const found = siblings.at === 'ready' ? siblings.value.filter(({ type }) => type === PHOTO) : [];
  const chosen =
    params.pictures === undefined ? found : params.pictures.map(({ path, md512kb }) => ({ ...bare(path), md512kb }));
  const photos = chosen.some(({ path }) => path === params.path) ? chosen : [bare(params.path)];
  // Pictures of a listing use their path as id; the index does not know them.
  const indexed = params.pictures?.filter(({ path, id }) => id !== path) ?? [];
  const ids = new Map(indexed.map(({ path, id }) => [path, id]));
  const { album } = params;
  return <Viewer key={params.path} window={window} photos={photos} ids={ids} album={album} start={params.path} />;
};

const Viewer = ({
  window,
  photos: given,
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
  const k = useText(knownWords);
  const s = useText(shareWords);
  const phone = usePhone();
  const desktop = useService(DesktopToken);
  const addresses = useAddresses();
  const user = useService(UserToken);
  const [removed, setRemoved] = useState<Removed>(new Map());
  /** Paths that were removed from the album. */
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const leftBy = (now: Removed, out = dropped): readonly FileEntry[] =>
    given.filter(({ path }) => now.get(path) !== true && !out.has(path));
  const photos = leftBy(removed);
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      photos.findIndex(({ path }) => path === start),
    ),
  );
  const [turn, setTurn] = useState(0);
  const [facts, setFacts] = useState(false);
  const [bare, setBare] = useState(false);
  const [shared, setShared] = useState<FileEntry | null>(null);
  const [round, setRound] = useState(0);
  const showAgain = useCallback(() => {
    setRound((n) => n + 1);
  }, []);
  const photo = photos[Math.min(index, photos.length - 1)];
  const name = photo?.name;
  useEffect(() => {
    if (name !== undefined) desktop.update(window, { title: name });
  }, [desktop, window, name]);
  const id = ids.get(photo?.path ?? '');
  const library = usePhotos();
  const [details, reload] = useQuery(
    useCallback((): Question<PhotoDetails> => (id === undefined ? NEVER : library.details(id)), [library, id]),
    { about: 'photos' },
  );
  const known = details.at === 'ready' && details.value.photo.id === id ? details.value : null;
  const people = usePeople();
  const [seen] = useQuery(
    useCallback(
      (): Question<readonly PhotoFace[]> => (id === undefined || !facts ? NEVER : people.faces(id)),
      [people, id, facts],
    ),
    { about: 'photos' },
  );
  const faces = seen.at === 'ready' ? seen.value.filter(({ face }) => face.photo === id) : [];
  const [zoomed, setZoomed] = useState(false);
  const [heart, favourite] = useHeart(id, known);
  // Addresses with an old key stay valid (G-10), so keep the slides; otherwise every picture would load again.
  const [slides, setSlides] = useState<{ src: string; alt: string }[] | null>(null);
  /** Applies removals. Shows the restored picture, or the one that takes the place of the removed one. */
  const settle = (now: Removed, back?: string, out = dropped): void => {
    const left = leftBy(now, out);
    const at = left.findIndex(({ path }) => path === back);
    setRemoved(now);
    setDropped(out);
    setSlides(null);
    setIndex(at < 0 ? Math.max(0, Math.min(index, left.length - 1)) : at);
    setTurn(0);
    // Close the viewer if no picture is left.
    if (left.length === 0) desktop.close(window);
  };
  useReturned(removed, settle);
  const [remove, question] = usePhotoRemoval({
    photo,
    id,
    known,
    of: album,
    onDeleted: (path) => {
      settle(new Map([...removed, [path, true]]));
    },
    onDropped: (path) => {
      settle(removed, undefined, new Set([...dropped, path]));
    },
    onBack: (path) => {
      settle(removed, path, new Set([...dropped].filter((each) => each !== path)));
    },
  });
  const save = (): void => {
    const address = photo === undefined ? null : addresses.file(photo.path, true);
    if (photo !== undefined && address !== null) saveFrom(address, photo.name);
  };
  const controller = useRef<ControllerRef>(null);
  const zooming = useRef<ZoomRef>(null);
  const slideshow = useRef<SlideshowRef>(null);
  const [sends] = useState(() => phone && canSend());
  const area = useRef<HTMLDivElement>(null);
  const viewing = useRef<HTMLDivElement>(null);
  const zoom = useRef(1);
  const end = (): void => {
    // On a phone the details cover the picture.
    if (phone && facts) setFacts(false);
    else desktop.close(window);
  };
  const close = useEffectEvent(end);
  useBackSteps(phone && facts ? 1 : 0, () => {
    setFacts(false);
  });
  useEffect(() => {
    const stage = viewing.current;
    if (!phone || stage === null) return undefined;
    return attachSwipes(stage, {
      fits: () => zoom.current <= 1,
      draw: (by) => {
        stage.toggleAttribute('data-drawn', by > 0);
        stage.style.setProperty('--drawn', `${by}px`);
      },
      close: () => {
        close();
      },
      // A tap hides the bars, or shows them again.
      touch: () => {
        setBare((now) => !now);
      },
      details: () => {
        setFacts(true);
      },
    });
  }, [phone]);
  const made = slides ?? photos.map((each) => ({ src: sourceOf(each, addresses) ?? '', alt: each.name }));
  if (slides === null && made[0]?.src !== '') setSlides(made);
  useViewerKeys(area, { controller, zooming, slideshow }, end, (key) => {
    switch (key) {
      case 'i':
        return () => setFacts(!facts);
      case 'f':
        return id === undefined ? null : favourite;
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
    void sendFiles([{ address, name: photo.name }]).then((sent) => {
      if (!sent) save();
    });
  };
  const mayShare = photo !== undefined && mayShareFrom(placeOf(photo.path, user));
  const tools: readonly PictureTool[] = [
    ...(id === undefined
      ? []
      : ([{ id: 'favourite', label: k('favourite'), pressed: heart === 1, act: favourite }] as const)),
    // A phone has space for few tools, and three turns to the right equal one to the left.
    ...(phone ? [] : ([{ id: 'rotateLeft', label: t('rotateLeft'), act: () => setTurn(turn - 90) }] as const)),
    { id: 'rotateRight', label: t('rotateRight'), act: () => setTurn(turn + 90) },
    ...(sends ? ([{ id: 'send', label: t('send'), act: send }] as const) : []),
    ...(mayShare && (phone || !sends)
      ? ([{ id: 'share', label: phone ? t('share') : s('share'), act: () => setShared(photo) }] as const)
      : []),
    { id: 'download', label: t('download'), act: save },
    { id: 'remove', label: t('remove'), act: remove },
    { id: 'facts', label: t('facts'), pressed: facts, act: () => setFacts(!facts) },
  ];
  const position = t('position', { index: index + 1, count: photos.length });
  const strip = photos.length < 2 ? null : <Strip photos={photos} index={index} onChoose={setIndex} />;
  return (
    <div ref={area} className={styles.window}>
      <PhotoUndoKeys window={window} />
      <div className={styles.viewing} data-hand={phone ? '' : undefined}>
        <div ref={viewing} className={styles.stage} data-hand={phone ? '' : undefined}>
          <Lightbox
            key={round}
            open
            index={index}
            slides={made}
            plugins={[Inline, Zoom, Slideshow]}
            inline={{ className: styles.inline ?? '' }}
            labels={labels}
            carousel={{
              finite: photos.length < 3,
              preload: 1,
              imageProps: { style: turned(turn), draggable: false },
            }}
            animation={{ fade: 120, swipe: 160 }}
            controller={{ ref: controller }}
            zoom={{ ref: zooming, maxZoomPixelRatio: 4, scrollToZoom: true, doubleClickMaxStops: 3 }}
            slideshow={{ ref: slideshow, delay: 4000 }}
            on={{
              zoom: ({ zoom: next }) => {
                zoom.current = next;
                setZoomed(next > 1);
              },
              view: ({ index: next }) => {
                setIndex(next);
                setTurn(0);
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
              iconError: () => (photo === undefined ? null : <Unseen path={photo.path} onArrived={showAgain} />),
            }}
            toolbar={{
              buttons: phone ? [] : toolbarOf(tools, position),
            }}
          />
          {facts && !zoomed && turn === 0 ? <FaceFrames key={id} stage={viewing} faces={faces} /> : null}
        </div>
        {phone ? (
          <HandBars tools={tools} position={position} hidden={bare}>
            {strip}
          </HandBars>
        ) : (
          strip
        )}
      </div>
      {!facts || photo === undefined ? null : id === undefined ? (
        <PhotoFacts key={photo.path} photo={photo} />
      ) : (
        <Known
          key={id}
          faces={faces}
          details={known === null && details.at === 'ready' ? { at: 'loading' } : details}
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
