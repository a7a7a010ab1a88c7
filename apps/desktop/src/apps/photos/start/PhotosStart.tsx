import type { TimelinePhoto } from '@boxwood/domain';
import { emptySelection, FloatingButton, IconPlus, IconUpload, PullToRefresh, type Selection } from '@boxwood/ui';
import { useCallback, useMemo, useState } from 'react';
import { part as late } from '../../../app-kit/part.tsx';
import { DesktopToken } from '../../../composition/tokens.ts';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { useRemoval } from '../../../file-kit/pictures/use-removal.tsx';
import { useBackSteps } from '../../../react/use-back-steps.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { albumWords } from '../album-words.ts';
import { messages } from '../messages.ts';
import { PartBoundary } from '../parts/late.tsx';
import { Nothing } from '../parts/Nothing.tsx';
import { PhotoGate } from '../parts/PhotoGate.tsx';
import { pictureKeys } from '../parts/picture-keys.ts';
import { Pictures, SIZES } from '../parts/Pictures.tsx';
import { Upload } from '../parts/Upload.tsx';
import { useActs } from '../parts/use-acts.ts';
import { usePhotoLine } from '../parts/use-photo-line.ts';
import { useWords } from '../parts/use-words.ts';
import { ALBUMS } from '../sections.ts';
import { HandBar } from './HandBar.tsx';
import { HandHead } from './HandHead.tsx';
import { HandList } from './HandList.tsx';
import { UploadHere } from './pieces.tsx';
import styles from './start.module.css';
import { useAll } from './use-all.ts';
import { useHandPart } from './use-hand-part.ts';

const UndoKeys = late(async () => (await import('../../../file-kit/pictures/PhotoUndoKeys.tsx')).PhotoUndoKeys);

/** Three or four pictures per row. */
const SIZE = 1;

/** The Photos start page of a phone: pictures and videos by the day they were taken. */
export const Start = () => (
  <PhotoGate>
    <Over window={null} leave={null} />
  </PhotoGate>
);

interface OverProps {
  /** Id of the person whose pictures are shown, from a link. */
  readonly wanted?: string | undefined;
  /** The window that shows Photos over other pages, and how to close it; null on the start page. */
  readonly window: string | null;
  readonly leave: (() => void) | null;
}

/** Photos on a phone: the start page, or a page over another one with all pictures or those of a person. */
export const Over = ({ wanted, window, leave }: OverProps) => {
  const t = useText(messages);
  const a = useText(albumWords);
  const desktop = useService(DesktopToken);
  const acts = useActs();
  const indexed = useStream(usePhotos().indexed$);
  const part = useHandPart(window ?? 'place', wanted);
  const { page, go, albums, album, place, person, of, above } = part;
  const [text, words, setText] = useWords();
  const [size, setSize] = useState<number>(SIZE);
  const [selection, setSelection] = useState<Selection>(emptySelection);
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
    if (album !== undefined && album !== null) albums.drop(album, which);
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
  // After a reload the page on top registers its back steps first.
  const isInHand = (): boolean => desktop.active$.value === window;
  useBackSteps(
    above === null ? 0 : 1,
    () => {
      go(above ?? 'all');
    },
    isInHand,
  );
  useBackSteps(chosen.length > 0 ? 1 : 0, end, isInHand);
  const all = useAll(line, chosen.length > 0, setSelection);
  return (
    <>
      {leave === null ? <UndoKeys window={null} /> : null}
      <HandHead
        part={part}
        total={asked.at === 'ready' ? asked.value.total : 0}
        chosen={chosen.length}
        onEnd={end}
        onAll={all}
        leave={leave}
        text={text}
        onText={setText}
      />
      {person?.head}
      <PullToRefresh label={t('refreshing')} busy={false} onRefresh={page === ALBUMS ? albums.reload : line.reload}>
        <PartBoundary key={page}>
          <HandList part={part}>
            <Pictures
              key={part.name}
              touch
              line={line}
              size={size}
              memory={words === '' ? part.memory : null}
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
                    section={part.section}
                    searched={words !== ''}
                    indexed={indexed}
                    reading={line.asked.at === 'ready' && line.asked.value.isReading}
                    action={page === 'all' ? <Upload primary /> : null}
                  />
                </div>
              }
            />
          </HandList>
        </PartBoundary>
      </PullToRefresh>
      {chosen.length > 0 ? (
        <HandBar part={part} chosen={chosen} acts={acts} onDrop={drop} onRemove={remove} />
      ) : page === ALBUMS ? (
        <FloatingButton icon={<IconPlus />} onClick={albums.make}>
          {a('new')}
        </FloatingButton>
      ) : !part.isLine || place !== null || person !== null || album === null ? null : album === undefined ? (
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
      {question}
    </>
  );
};
