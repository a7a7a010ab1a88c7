import { hostileNames } from './hostile-names.ts';
import { hostileMedia, hostilePapers, hostilePhotos } from './hostile-media.ts';
import { hostileSheets } from './hostile-sheets.ts';
import { hostileSlides } from './hostile-slides.ts';
import { hostileRaw, hostileTexts } from './hostile-texts.ts';
import { hostileWords } from './hostile-words.ts';

/** What a file tries when something of it runs: a call that the test listens for, and addresses that only the test knows. */
export interface Poison {
  /** Script text without quotes, angle brackets or slashes, so that it fits into any markup and any file name. */
  readonly js: string;
  /** The address of a listener outside the box: a connection to it is a request that left. */
  readonly far: string;
}

/** Words that must be seen; or `refusal`, or `either` of content and refusal, where that is up to the browser's own readers. */
export type Shows = { readonly words: string } | 'refusal' | 'either';

/** A file that means harm, and what a person is to see of it. */
export interface HostileFile {
  readonly name: string | Buffer;
  /** The trick, in words. */
  readonly what: string;
  readonly bytes: string | Uint8Array;
  /** Words in its window, or a refusal in place of it. */
  readonly shows: Shows;
  /** Files that must lie next to it, as subtitles do. */
  readonly beside?: Readonly<Record<string, string>>;
}

/** How the desktop opens a kind of file. */
export type HostileKind = 'words' | 'sheets' | 'slides' | 'texts' | 'names' | 'photos' | 'media' | 'papers' | 'raw';

/** Every hostile file by the viewer that opens it. Archives are in `hostile-archives.ts`: they are extracted, not opened. */
const MAKERS = {
  words: hostileWords,
  sheets: hostileSheets,
  slides: hostileSlides,
  texts: hostileTexts,
  names: hostileNames,
  photos: hostilePhotos,
  media: hostileMedia,
  papers: hostilePapers,
  raw: hostileRaw,
} satisfies Readonly<Record<HostileKind, (poison: Poison) => readonly HostileFile[] | Promise<readonly HostileFile[]>>>;

/** Makes those of a kind: some are large. */
export const hostileFiles = async (kind: HostileKind, poison: Poison): Promise<readonly HostileFile[]> =>
  MAKERS[kind](poison);
