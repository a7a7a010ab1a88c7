import {
  emptySelection,
  FloatingButton,
  IconButton,
  IconDownload,
  IconHeart,
  IconSearch,
  IconTrash,
  IconUpload,
  PhoneHeader,
  PullToRefresh,
  SearchBox,
  type Selection,
  SelectionBar,
} from '@boxwood/ui';
import { useCallback, useMemo, useState } from 'react';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { useAddPictures } from '../../../file-kit/pictures/use-add-pictures.tsx';
import { useBackSteps } from '../../../react/use-back-steps.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { Nothing } from '../parts/Nothing.tsx';
import { Pictures, SIZES } from '../parts/Pictures.tsx';
import { Upload } from '../parts/Upload.tsx';
import { MOST_SAVED, useActs } from '../parts/use-acts.ts';
import { usePhotoLine } from '../parts/use-photo-line.ts';
import { useWords } from '../parts/use-words.ts';
import { isSection, LISTED, type Section, SECTIONS } from '../sections.ts';
import styles from './start.module.css';

/** Three or four pictures beside each other. */
const SIZE = 1;

/** The pictures and films by the day they were taken, as a place of the phone. */
export const Start = () => {
  const t = useText(messages);
  const acts = useActs();
  const indexed = useStream(usePhotos().indexed$);
  const [section, setSection] = useState<Section>('all');
  const [searching, setSearching] = useState(false);
  const [text, words, setText] = useWords();
  const [size, setSize] = useState<number>(SIZE);
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const of = SECTIONS[section];
  const line = usePhotoLine(useMemo(() => (words === '' ? of : { ...of, words }), [of, words]));
  const { asked, photos } = line;
  const chosen = useMemo(() => photos.filter(({ id }) => selection.keys.has(id)), [photos, selection]);
  const zoom = useCallback((by: 1 | -1) => {
    setSize((now) => Math.min(SIZES.length - 1, Math.max(0, now + by)));
  }, []);
  const end = useCallback(() => {
    setSelection(emptySelection);
  }, []);
  useBackSteps(chosen.length > 0 ? 1 : 0, end);
  const total = asked.at === 'ready' ? asked.value.total : 0;
  const hearted = chosen.length > 0 && chosen.every(({ favourite }) => favourite === 1);
  const sections = Object.keys(SECTIONS)
    .filter(isSection)
    .filter((id) => indexed || LISTED.has(id));
  return (
    <>
      {chosen.length > 0 ? (
        <PhoneHeader
          selecting
          title={t('chosen', { count: chosen.length })}
          back={{ label: t('endChoice'), onPress: end }}
        />
      ) : (
        <PhoneHeader title={t('all')} {...(total === 0 ? {} : { note: t('count', { count: total }) })}>
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
      <div className={styles.chips} role="group" aria-label={t('sections')}>
        {sections.map((id) => (
          <button
            key={id}
            type="button"
            className={styles.chip}
            aria-pressed={id === section}
            onClick={() => {
              end();
              setSection(id);
            }}
          >
            {t(id)}
          </button>
        ))}
      </div>
      <PullToRefresh label={t('refreshing')} busy={false} onRefresh={line.reload}>
        <Pictures
          key={section}
          touch
          line={line}
          size={size}
          selection={selection}
          onSelectionChange={setSelection}
          onOpen={(photo) => {
            acts.open(photo, line.line);
          }}
          onZoom={zoom}
          empty={
            <div className={styles.none}>
              <Nothing section={section} searched={words !== ''} indexed={indexed} action={<Upload primary />} />
            </div>
          }
        />
      </PullToRefresh>
      {chosen.length > 0 ? (
        <SelectionBar
          label={t('menu')}
          acts={[
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
                acts.remove(chosen);
                end();
              },
            },
          ]}
        />
      ) : (
        <UploadHere />
      )}
    </>
  );
};

const UploadHere = () => {
  const t = useText(messages);
  const [choose, parts] = useAddPictures();
  return (
    <>
      <FloatingButton icon={<IconUpload />} onClick={choose}>
        {t('upload')}
      </FloatingButton>
      {parts}
    </>
  );
};
