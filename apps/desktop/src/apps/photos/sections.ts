import type { PhotoFilter } from '@boxwood/domain';

/** The parts of the page that filter the one time line; `album` is the page of one. Memories are of the day that it is: {@link sectionsOn}. */
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

/** The parts in their order, and what each of them shows on a day as `05-01`. */
export const sectionsOn = (day: string): Readonly<Record<Section, PhotoFilter>> => ({ ...SECTIONS, memories: { day } });

export const isSection = (id: string): id is Section => Object.hasOwn(SECTIONS, id);

/** Those that a box without an index can tell apart. */
export const LISTED: ReadonlySet<Section> = new Set(['all', 'films']);

/** The page of all places, and that of the one that was chosen there. */
export const PLACES = 'places';
export const PLACE = 'place';

/** The page of all kinds of things, and that of the one that was chosen there. */
export const THINGS = 'things';
export const THING = 'thing';

/** The page of pictures that lie here more than once. */
export const DUPLICATES = 'duplicates';

/** The page of everybody who was recognised, and that of the one who was chosen there. */
export const PEOPLE = 'people';
export const PERSON = 'person';

/** The page of all albums, and what the page of one begins with. */
export const ALBUMS = 'albums';
export const ALBUM = 'album ';
