import { filePageIcons, type FilePageKind } from './file-page-icons.ts';

/** Icon kinds with the extensions they stand for. */
const extensionsByKind: readonly (readonly [kind: FilePageKind, extensions: string])[] = [
  ['image', 'jpg jpeg png gif bmp webp heic heif avif tif tiff ico psd raw cr2 cr3 nef arw dng jfif'],
  ['drawing', 'svg ai eps'],
  ['video', 'mp4 mkv mov avi wmv flv webm m4v mpg mpeg ts rmvb rm 3gp vob m2ts mts'],
  ['audio', 'mp3 flac wav ogg oga aac m4a wma ape opus aiff alac amr mid midi dsf'],
  ['pdf', 'pdf'],
  ['word', 'doc docx odt rtf wps pages'],
  ['sheet', 'xls xlsx ods csv tsv et numbers'],
  ['slides', 'ppt pptx odp dps key'],
  ['text', 'txt text log'],
  ['markdown', 'md markdown'],
  ['book', 'epub mobi azw3'],
  ['subtitles', 'srt ass ssa vtt sub'],
  ['archive', 'zip tar gz tgz bz2 xz 7z rar zst lz4 cab jar war tbz txz'],
  ['disc', 'iso img dmg vhd vmdk qcow2 vdi'],
  ['program', 'exe msi apk deb rpm appimage ipa pkg'],
  ['web', 'html htm xhtml css scss less php'],
  ['script', 'js mjs cjs jsx lua rb'],
  ['typed', 'tsx mtsx cts go'],
  ['python', 'py ipynb'],
  ['systems', 'java class rs'],
  ['code', 'c h cpp cc cxx hpp'],
  ['data', 'json jsonc json5 xml plist yml yaml toml'],
  ['settings', 'ini conf cfg env properties'],
  ['console', 'sh bash zsh bat cmd ps1'],
  ['database', 'db sqlite sqlite3 sql mdb'],
  ['font', 'ttf otf woff woff2'],
  ['mail', 'eml msg'],
  ['link', 'url webloc lnk torrent'],
  ['locked', 'crt cer pem p12 pfx pub ppk enc lock gpg asc age'],
];

const byExtension = new Map(
  extensionsByKind.flatMap(([kind, list]) => list.split(' ').map((extension) => [extension, filePageIcons[kind]])),
);

/** @returns the part after the last dot in lower case; '' for names such as `.profile` or `README` */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** @returns the SVG icon for a file name */
export const fileArt = (name: string): string => byExtension.get(extensionOf(name)) ?? filePageIcons.plain;
