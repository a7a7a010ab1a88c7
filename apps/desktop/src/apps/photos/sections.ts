import type { PhotoFilter } from '@boxwood/domain';

/** The parts of the page that filter the one time line; `album` is the page of one. */
export const SECTIONS = {
  all: {},
  favourites: { favourite: true },
  films: { kind: 'video' },
  live: { kind: 'live' },
  screenshots: { kind: 'screenshot' },
  panoramas: { kind: 'panorama' },
  raw: { kind: 'raw' },
} as const satisfies Readonly<Record<string, PhotoFilter>>;
export type Section = keyof typeof SECTIONS;

export const isSection = (id: string): id is Section => Object.hasOwn(SECTIONS, id);

/** Those that a box without an index can tell apart. */
export const LISTED: ReadonlySet<Section> = new Set(['all', 'films']);

/** The page of all albums, and what the page of one begins with. */
export const ALBUMS = 'albums';
export const ALBUM = 'album ';
