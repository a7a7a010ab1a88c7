import { Button, ChipRow, IconButton, IconSearch, PhoneHeader, SearchBox } from '@boxwood/ui';
import { useState } from 'react';
import { commonMessages } from '../../../kit/app/messages.ts';
import { usePhotos } from '../../../kit/files/pictures/photos-service.ts';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { albumMessages } from '../album-messages.ts';
import { messages } from '../messages.ts';
import { useSectionFilters } from '../parts/use-section-filters.ts';
import {
  ALBUMS_PAGE,
  DUPLICATES_PAGE,
  isSection,
  SECTIONS_WITHOUT_INDEX,
  PEOPLE_PAGE,
  PLACES_PAGE,
  OBJECTS_PAGE,
} from '../sections.ts';
import { phonePhotoMessages } from './phone-photo-messages.ts';
import { AlbumMenu } from './phone-photo-buttons.tsx';
import styles from './start.module.css';
import type { PhonePhotosView } from './use-phone-photos-view.ts';
import { usePageName } from './use-page-name.ts';

interface PhonePhotosHeaderProps {
  readonly view: PhonePhotosView;
  /** Number of pictures in the view. */
  readonly total: number;
  /** Number of selected pictures. */
  readonly selectedCount: number;
  /** Clears the selection. */
  readonly onEndSelection: () => void;
  /** Selects all pictures; null if there are too many. */
  readonly onSelectAll: (() => void) | null;
  /** Closes the page; null on the start page. */
  readonly onLeave: (() => void) | null;
  /** Text of the search box. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Header of Photos on a phone: the title or the number of selected pictures, the search box and the other sections. */
export const PhonePhotosHeader = ({
  view,
  total,
  selectedCount,
  onEndSelection,
  onSelectAll,
  onLeave,
  text,
  onText,
}: PhonePhotosHeaderProps) => {
  const t = useText(messages);
  const h = useText(phonePhotoMessages);
  const a = useText(albumMessages);
  const c = useText(commonMessages);
  const nameOf = usePageName();
  const indexed = useStream(usePhotos().indexed$);
  const [searching, setSearching] = useState(false);
  const { page, navigate, albumActions, album, section, title, isTimeline, parentPage } = view;
  const back =
    parentPage !== null
      ? {
          label: parentPage === ALBUMS_PAGE ? a('all') : nameOf(parentPage),
          onPress: () => {
            navigate(parentPage);
          },
        }
      : onLeave !== null
        ? { label: c('back'), onPress: onLeave }
        : null;
  const sections = Object.keys(useSectionFilters())
    .filter(isSection)
    .filter((id) => indexed || SECTIONS_WITHOUT_INDEX.has(id));
  return (
    <>
      {selectedCount > 0 ? (
        <PhoneHeader
          selecting
          title={t('chosen', { count: selectedCount })}
          back={{ label: t('endChoice'), onPress: onEndSelection }}
        >
          {onSelectAll === null ? null : (
            <Button variant="quiet" size="lg" onClick={onSelectAll}>
              {h('everything')}
            </Button>
          )}
        </PhoneHeader>
      ) : (
        <PhoneHeader
          title={title}
          {...(total === 0 || !isTimeline
            ? {}
            : { note: t(section === 'films' ? 'countFilms' : 'count', { count: total }) })}
          {...(back === null ? {} : { back })}
        >
          {album?.owner === albumActions.me ? <AlbumMenu albumActions={albumActions} album={album} /> : null}
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
      {parentPage === null ? (
        // Switching the section would clear the selection, so the row is inert. It keeps its space, so that no picture
        // moves under the finger.
        <div className={styles.sections} inert={selectedCount > 0}>
          <ChipRow
            label={t('sections')}
            chips={(indexed
              ? [
                  ...sections.slice(0, 2),
                  ALBUMS_PAGE,
                  PEOPLE_PAGE,
                  OBJECTS_PAGE,
                  PLACES_PAGE,
                  ...sections.slice(2),
                  DUPLICATES_PAGE,
                ]
              : sections
            ).map((id) => ({
              id,
              label: nameOf(id),
              pressed: id === page,
              onPress: () => {
                onEndSelection();
                navigate(id);
              },
            }))}
          />
        </div>
      ) : null}
    </>
  );
};
