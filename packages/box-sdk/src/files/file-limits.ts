/** Limits on downloading, opening, encrypting and dropping files (VALID-27, VALID-41 to VALID-43, area PREVIEW). */
import { failed, passed, unless } from '@boxwood/command-bus/rules';
import type { RootType } from './file-queries.ts';
import { isFolderType } from './file-model.ts';
import { extensionOf } from './archive-rules.ts';
import { isEncryptedName } from './file-names.ts';
import { DOWNLOAD_LIMIT_BYTES, PREVIEW_HARD_LIMIT_BYTES, PREVIEW_LIMIT_BYTES, ROOT } from '../constants.ts';

/** A selected item; size in bytes. */
export interface SizedItem {
  readonly name: string;
  readonly type: number;
  readonly size: number;
}

/** VALID-43, FILES-56, FILES-57: exactly one file of at most 50,000,000 bytes. */
export const checkDownload = (selection: readonly SizedItem[]) => {
  const [first, second] = selection;
  if (first === undefined) return failed('download.nothing');
  if (second !== undefined) return failed('download.several');
  if (isFolderType(first.type)) return failed('download.folder');
  return first.size > DOWNLOAD_LIMIT_BYTES ? failed('download.tooLarge') : passed;
};

/** Extensions shown in a preview window (PREVIEW-02). */
export const PREVIEW_EXTENSIONS = [
  'txt',
  'md',
  'json',
  'js',
  'py',
  'java',
  'lua',
  'sh',
  'docx',
  'xls',
  'xlsx',
  'pptx',
] as const;
/** Text formats beyond the specification's list, which would otherwise count as unsupported. */
export const TEXT_EXTENSIONS = [
  'csv',
  'tsv',
  'log',
  'yaml',
  'yml',
  'toml',
  'ini',
  'conf',
  'cfg',
  'properties',
  'env',
  'html',
  'htm',
  'css',
  'xml',
  'ts',
  'tsx',
  'jsx',
  'mjs',
  'c',
  'h',
  'cpp',
  'hpp',
  'cs',
  'go',
  'rs',
  'rb',
  'php',
  'pl',
  'sql',
  'bat',
  'ps1',
  'diff',
  'patch',
  'srt',
  'vtt',
  'ass',
  'lrc',
  'tex',
  'rst',
] as const;
const previewExtensions: ReadonlySet<string> = new Set([...PREVIEW_EXTENSIONS, ...TEXT_EXTENSIONS]);

/**
 * Smallest size of a film in bytes. `ts` is the extension of both films (MPEG transport stream) and source texts, and
 * no film is this small.
 */
const MIN_FILM_BYTES = 200_000;

/** Extensions of files that only hold an external address: internet shortcuts and media stream links. */
export const LINK_EXTENSIONS = ['url', 'webloc', 'website', 'strm'] as const;
const linkExtensions: ReadonlySet<string> = new Set(LINK_EXTENSIONS);

/**
 * FILES-58: whether an item is a link to an external resource. The target is not on the box, and the box does not fetch
 * it.
 */
export const isExternalLink = ({ name, type }: { readonly name: string; readonly type: number }): boolean =>
  !isFolderType(type) && linkExtensions.has(extensionOf(name));

/** What a double-click does (FILES-27 to FILES-32, PREVIEW-01, PREVIEW-02). */
export type OpenAction = 'folder' | 'music' | 'video' | 'photo' | 'pdf' | 'preview' | 'link' | 'unsupported';

/** How an item opens; an encrypted file must be decrypted first. */
export const openActionFor = ({ name, type, size }: SizedItem): OpenAction => {
  if (isFolderType(type)) return 'folder';
  if (isEncryptedName(name)) return 'unsupported';
  if (isExternalLink({ name, type })) return 'link';
  switch (type) {
    case 1:
      return 'music';
    case 2:
      return extensionOf(name) === 'ts' && size < MIN_FILM_BYTES ? 'preview' : 'video';
    case 3:
      return 'photo';
    default: {
      const extension = extensionOf(name);
      if (extension === 'pdf') return 'pdf';
      return previewExtensions.has(extension) ? 'preview' : 'unsupported';
    }
  }
};

/**
 * VALID-42, PREVIEW-07, FILES-58, G-21: external links are not opened, documents open up to 10 MB in the window, a pdf
 * up to 1 GB in a tab; media stream without a limit.
 */
export const checkPreview = (item: SizedItem) => {
  const openAction = openActionFor(item);
  switch (openAction) {
    case 'unsupported':
      return failed('preview.unsupported');
    case 'link':
      return failed('file.externalLink');
    case 'preview':
      return unless(item.size <= PREVIEW_LIMIT_BYTES, 'preview.tooLarge');
    case 'pdf':
      return unless(item.size <= PREVIEW_HARD_LIMIT_BYTES, 'preview.hardLimit');
    case 'folder':
    case 'music':
    case 'video':
    case 'photo':
      return passed;
  }
};

/** VALID-41, FILES-26: nothing can be dropped into the safe. */
export const checkDrop = (root: RootType) => unless(root !== ROOT.safe, 'upload.encryptedArea');

/** VALID-27: only files, and only if not encrypted yet. */
export const checkEncrypt = ({ name, type }: { readonly name: string; readonly type: number }) => {
  if (isFolderType(type)) return failed('crypt.folder');
  return isEncryptedName(name) ? failed('crypt.already') : passed;
};

/** VALID-27: only files, and only encrypted ones. */
export const checkDecrypt = ({ name, type }: { readonly name: string; readonly type: number }) => {
  if (isFolderType(type)) return failed('crypt.folder');
  return isEncryptedName(name) ? passed : failed('crypt.notEncrypted');
};

/** VALID-36, VALID-37: the album upload form. */
export const checkAlbumUpload = (files: number, target: string | null) => {
  if (files < 1) return failed('albumUpload.files');
  return target === null || target === '' ? failed('albumUpload.target') : passed;
};

/** PHOTO-07: the upload target, which always ends with the manual-upload folder. */
export const manualUploadPath = (target: string): string =>
  target.split('/').at(-1) === 'manual-upload' ? target : `${target.replace(/\/$/, '')}/manual-upload`;
