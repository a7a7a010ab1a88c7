import { PREVIEW_EXTENSIONS, TEXT_EXTENSIONS } from '@boxwood/box-sdk/rules';

/** The viewer of a document. */
export type DocumentKind = 'text' | 'markdown' | 'word' | 'sheet' | 'slides' | 'unsupported';

const supportedExtensions: ReadonlySet<string> = new Set([...PREVIEW_EXTENSIONS, ...TEXT_EXTENSIONS]);

/** The viewer for a file extension (PREVIEW-02). */
export const documentKindOf = (extension: string): DocumentKind => {
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
      return supportedExtensions.has(extension) ? 'text' : 'unsupported';
  }
};
