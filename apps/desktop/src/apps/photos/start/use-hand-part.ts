import type { Album, PhotoFilter } from '@boxwood/domain';
import { useMemo, useState } from 'react';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { type AlbumActs, useAlbumActs } from '../parts/use-album-acts.tsx';
import { type ShownPerson, usePerson } from '../parts/use-person.tsx';
import { type ShownPlace, usePlace } from '../parts/use-place.ts';
import { useSections } from '../parts/use-sections.ts';
import { useWanted } from '../parts/use-wanted.ts';
import { type Chosen, type LineMemory, useWhere } from '../parts/use-where.ts';
import {
  ALBUM,
  ALBUMS,
  DUPLICATES,
  isSection,
  PEOPLE,
  PERSON,
  PLACES,
  type Section,
  THING,
  THINGS,
} from '../sections.ts';

/** Pages without a timeline. */
const LISTS: ReadonlySet<string> = new Set([ALBUMS, PLACES, THINGS, PEOPLE, DUPLICATES]);

/** The page of Photos that a phone shows, its filter, and the navigation to other pages. */
export interface HandPart {
  readonly page: string;
  readonly go: (page: string, chosen?: Chosen) => void;
  readonly albums: AlbumActs;
  /** The open album; null while the albums load, undefined if the page is not an album. */
  readonly album: Album | null | undefined;
  readonly place: ShownPlace | null;
  readonly person: ShownPerson | null;
  readonly section: Section | 'album' | 'place' | 'person';
  readonly of: PhotoFilter;
  readonly title: string;
  readonly isLine: boolean;
  /** The list page that contains this page; null if there is none. */
  readonly above: string | null;
  /** A unique key of this page. */
  readonly name: string;
  readonly memory: LineMemory;
}

/**
 * @param scope the window id, or the start page of the phone
 * @param linkedPersonId the person whose pictures are shown first, from a link
 */
export const useHandPart = (of: string, wanted: string | undefined): HandPart => {
  const t = useText(messages);
  const shown = useSections();
  const { where, go, leave, lineOf, isReturned } = useWhere(of, wanted === undefined ? 'all' : PERSON);
  // After a reload the stored route wins over the link.
  const [seen] = useState(isReturned && (where.page !== PERSON || where.person !== undefined) ? wanted : undefined);
  useWanted(wanted === seen ? undefined : wanted, (found) => {
    if (found === null) go(PEOPLE);
    else go(PERSON, { person: found });
  });
  const { person: somebody = null } = where;
  const place = usePlace(where);
  const person = usePerson(somebody, (named) => {
    go(PERSON, { person: named });
  });
  const albums = useAlbumActs(
    (id) => {
      go(ALBUM + id);
    },
    (id) => {
      leave(ALBUM + id, ALBUMS);
    },
  );
  const id = where.page.startsWith(ALBUM) ? where.page.slice(ALBUM.length) : null;
  const known = albums.albums.at === 'ready' ? albums.albums.value : null;
  const found = known?.find((album) => album.id === id);
  const isGone = id !== null && known !== null && found === undefined;
  const page = isGone ? ALBUMS : where.page;
  const isAlbum = id !== null && !isGone;
  const ofAlbum = useMemo(() => (id === null ? null : { album: id }), [id]);
  // Load the pictures of the person before their name is known.
  const theirs = useMemo(() => (wanted === undefined ? null : { person: wanted }), [wanted]);
  const plain: Section = isSection(page) ? page : 'all';
  const which = place?.id ?? somebody?.id ?? '';
  const name = which === '' ? page : `${page} ${which}`;
  return {
    page,
    go,
    albums,
    place,
    person,
    name,
    album: isAlbum ? (found ?? null) : undefined,
    section: isAlbum ? 'album' : place !== null ? 'place' : person !== null ? 'person' : plain,
    of: ofAlbum ?? place?.filter ?? person?.filter ?? (page === PERSON ? theirs : null) ?? shown[plain],
    title: isAlbum ? (found?.name ?? '') : (place?.name ?? person?.name ?? t('all')),
    isLine: !LISTS.has(page),
    above: isAlbum
      ? ALBUMS
      : place !== null
        ? page === THING
          ? THINGS
          : PLACES
        : person !== null && somebody?.id !== wanted
          ? PEOPLE
          : null,
    memory: lineOf(name),
  };
};
