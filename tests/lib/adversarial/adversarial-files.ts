import { adversarialNames } from './adversarial-names.ts';
import { adversarialMedia, adversarialPdfs, adversarialPhotos } from './adversarial-media.ts';
import { adversarialSheets } from './adversarial-sheets.ts';
import { adversarialSlides } from './adversarial-slides.ts';
import { adversarialRawFiles, adversarialTexts } from './adversarial-texts.ts';
import { adversarialDocuments } from './adversarial-documents.ts';

/** The payload of a file: a call that the test listens for, and addresses that only the test knows. */
export interface Payload {
  /** Script text without quotes, angle brackets or slashes, so that it fits into any markup and any file name. */
  readonly js: string;
  /** The address of a listener outside the box: a connection to it means that a request left the box. */
  readonly far: string;
}

/** Text that must be visible; or `refusal`; or `either`, where the browser's own viewer decides. */
export type ExpectedView = { readonly words: string } | 'refusal' | 'either';

/** An adversarial file, and what the user must see of it. */
export interface AdversarialFile {
  readonly name: string | Buffer;
  /** A description of the attack. */
  readonly what: string;
  readonly bytes: string | Uint8Array;
  /** The text in its window, or a refusal. */
  readonly shows: ExpectedView;
  /** Files that must lie next to it, such as subtitles. */
  readonly companions?: Readonly<Record<string, string>>;
}

/** How the desktop opens a kind of file. */
export type AdversarialKind = 'words' | 'sheets' | 'slides' | 'texts' | 'names' | 'photos' | 'media' | 'papers' | 'raw';

/**
 * Every adversarial file, by the viewer that opens it. Archives are in `adversarial-archives.ts`: they are extracted,
 * not opened.
 */
const MAKERS = {
  words: adversarialDocuments,
  sheets: adversarialSheets,
  slides: adversarialSlides,
  texts: adversarialTexts,
  names: adversarialNames,
  photos: adversarialPhotos,
  media: adversarialMedia,
  papers: adversarialPdfs,
  raw: adversarialRawFiles,
} satisfies Readonly<
  Record<AdversarialKind, (poison: Payload) => readonly AdversarialFile[] | Promise<readonly AdversarialFile[]>>
>;

/** Creates the files of one kind on demand, because some are large. */
export const adversarialFiles = async (kind: AdversarialKind, poison: Payload): Promise<readonly AdversarialFile[]> =>
  MAKERS[kind](poison);
