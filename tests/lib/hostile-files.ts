import { hostileNames } from './hostile-names.ts';
import { hostileMedia, hostilePapers, hostilePhotos } from './hostile-media.ts';
import { hostileSheets } from './hostile-sheets.ts';
import { hostileSlides } from './hostile-slides.ts';
import { hostileRaw, hostileTexts } from './hostile-texts.ts';
import { hostileWords } from './hostile-words.ts';

/** The payload of a file: a call that the test listens for, and addresses that only the test knows. */
export interface Poison {
  /** Script text without quotes, angle brackets or slashes, so that it fits into any markup and any file name. */
  readonly js: string;
  /** The address of a listener outside the box: a connection to it means that a request left the box. */
  readonly far: string;
}

/** Text that must be visible; or `refusal`; or `either`, where the browser's own viewer decides. */
export type Shows = { readonly words: string } | 'refusal' | 'either';

/** An adversarial file, and what the user must see of it. */
export interface HostileFile {
  readonly name: string | Buffer;
  /** A description of the attack. */
  readonly what: string;
  readonly bytes: string | Uint8Array;
  /** The text in its window, or a refusal. */
  readonly shows: Shows;
  /** Files that must lie next to it, such as subtitles. */
  readonly beside?: Readonly<Record<string, string>>;
}

/** How the desktop opens a kind of file. */
export type HostileKind = 'words' | 'sheets' | 'slides' | 'texts' | 'names' | 'photos' | 'media' | 'papers' | 'raw';

/**
 * Every adversarial file, by the viewer that opens it. Archives are in `adversarial-archives.ts`: they are extracted,
 * not opened.
 */
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

/** Creates the files of one kind on demand, because some are large. */
export const hostileFiles = async (kind: HostileKind, poison: Poison): Promise<readonly HostileFile[]> =>
  MAKERS[kind](poison);
