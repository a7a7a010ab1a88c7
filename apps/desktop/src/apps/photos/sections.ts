import type { PhotoFilter } from '@boxwood/domain';

/** Sections that filter the timeline. The filter of memories depends on the day: {@link sectionFiltersOn}. */
const SECTIONS = {
  all: {},
  favourites: { favourite: true },
  memories: {},
  films: { kind: 'video' },
  live: { kind: 'live' },
  screenshots: { kind: 'screenshot' },
  panoramas: { kind: 'panorama' },
  raw: { kind: 'raw' },
} as const satisfies Readonly<Record<string, PhotoFilter>>;
export type Section = keyof typeof SECTIONS;

/** The sections in order with their filters, for a day like `05-01`. */
export const sectionFiltersOn = (day: string): Readonly<Record<Section, PhotoFilter>> => ({
  ...SECTIONS,
  memories: { day },
});

export const isSection = (id: string): id is Section => Object.hasOwn(SECTIONS, id);

/** Sections that work without a photo index. */
export const SECTIONS_WITHOUT_INDEX: ReadonlySet<Section> = new Set(['all', 'films']);

/** The page of all places, and the page of one place. */
export const PLACES_PAGE = 'places';
export const PLACE_PAGE = 'place';

/** The page of all kinds of objects, and the page of one kind. */
export const OBJECTS_PAGE = 'things';
export const OBJECT_PAGE = 'thing';

/** The page of pictures with several copies. */
export const DUPLICATES_PAGE = 'duplicates';

/** The page of all recognised people, and the page of one person. */
export const PEOPLE_PAGE = 'people';
export const PERSON_PAGE = 'person';

/** The page of all albums, and the prefix of the page of one album. */
export const ALBUMS_PAGE = 'albums';
export const ALBUM_PAGE_PREFIX = 'album ';
