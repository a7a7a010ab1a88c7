import { Button, ChipRow, IconButton, IconSearch, PhoneHeader, SearchBox } from '@boxwood/ui';
import { useState } from 'react';
import { common } from '../../../app-kit/messages.ts';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { albumWords } from '../album-words.ts';
import { messages } from '../messages.ts';
import { useSections } from '../parts/use-sections.ts';
import { ALBUMS, DUPLICATES, isSection, LISTED, PEOPLE, PLACES, THINGS } from '../sections.ts';
import { handWords } from './hand-words.ts';
import { AlbumMenu } from './pieces.tsx';
import styles from './start.module.css';
import type { HandPart } from './use-hand-part.ts';
import { usePartName } from './use-part-name.ts';

interface HandHeadProps {
  readonly part: HandPart;
  /** Number of pictures in the view. */
  readonly total: number;
  /** Number of selected pictures. */
  readonly chosen: number;
  /** Clears the selection. */
  readonly onEnd: () => void;
  /** Selects all pictures; null if there are too many. */
  readonly onAll: (() => void) | null;
  /** Closes the page; null on the start page. */
  readonly leave: (() => void) | null;
  /** Text of the search box. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Header of Photos on a phone: the title or the number of selected pictures, the search box and the other sections. */
export const HandHead = ({ part, total, chosen, onEnd, onAll, leave, text, onText }: HandHeadProps) => {
  const t = useText(messages);
  const h = useText(handWords);
  const a = useText(albumWords);
  const c = useText(common);
  const nameOf = usePartName();
  const indexed = useStream(usePhotos().indexed$);
  const [searching, setSearching] = useState(false);
  const { page, go, albums, album, section, title, isLine, above } = part;
  const back =
    above !== null
      ? {
          label: above === ALBUMS ? a('all') : nameOf(above),
          onPress: () => {
            go(above);
          },
        }
      : leave !== null
        ? { label: c('back'), onPress: leave }
        : null;
  const sections = Object.keys(useSections())
    .filter(isSection)
    .filter((id) => indexed || LISTED.has(id));
  return (
    <>
      {chosen > 0 ? (
        <PhoneHeader selecting title={t('chosen', { count: chosen })} back={{ label: t('endChoice'), onPress: onEnd }}>
          {onAll === null ? null : (
            <Button variant="quiet" size="lg" onClick={onAll}>
              {h('everything')}
            </Button>
          )}
        </PhoneHeader>
      ) : (
        <PhoneHeader
          title={title}
          {...(total === 0 || !isLine
            ? {}
            : { note: t(section === 'films' ? 'countFilms' : 'count', { count: total }) })}
          {...(back === null ? {} : { back })}
        >
          {album?.owner === albums.me ? <AlbumMenu albums={albums} album={album} /> : null}
          <IconButton
            size="lg"
            label={t('find')}
            tooltip={false}
            pressed={searching}
            icon={<IconSearch />}
            onClick={() => {
              setSearching(!searching);
              onText('');
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
            onValueChange={onText}
            maxLength={128}
            {...(indexed ? { placeholder: t('findHint') } : {})}
          />
        </div>
      ) : null}
      {above === null ? (
        // Switching the section would clear the selection, so the row is inert. It keeps its space, so that no picture
        // moves under the finger.
        <div className={styles.sections} inert={chosen > 0}>
          <ChipRow
            label={t('sections')}
            chips={(indexed
              ? [...sections.slice(0, 2), ALBUMS, PEOPLE, THINGS, PLACES, ...sections.slice(2), DUPLICATES]
              : sections
            ).map((id) => ({
              id,
              label: nameOf(id),
              pressed: id === page,
              onPress: () => {
                onEnd();
                go(id);
              },
            }))}
          />
        </div>
      ) : null}
    </>
  );
};
