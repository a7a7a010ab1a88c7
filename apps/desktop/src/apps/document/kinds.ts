import { PREVIEW_EXTENSIONS, TEXT_EXTENSIONS } from '@boxwood/box-sdk/rules';

/** The viewer of a document. */
export type Shown = 'text' | 'markdown' | 'word' | 'sheet' | 'slides' | 'unsupported';

const known: ReadonlySet<string> = new Set([...PREVIEW_EXTENSIONS, ...TEXT_EXTENSIONS]);

/** The viewer for a file extension (PREVIEW-02). */
export const shownAs = (extension: string): Shown => {
  switch (extension) {
    case 'md':
      return 'markdown';
    case 'docx':
      return 'word';
    case 'xls':
    case 'xlsx':
      return 'sheet';
    case 'pptx':
      return 'slides';
    default:
      return known.has(extension) ? 'text' : 'unsupported';
  }
};
