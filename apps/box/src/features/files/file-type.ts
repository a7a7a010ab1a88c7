/**
 * File type codes that the box assigns (FILES-40). 777 (mount root) is used for volumes only and never derived from a
 * name.
 */
export type EntryType = 0 | 1 | 2 | 3 | 4 | 5 | 50 | 100;

const AUDIO = 'mp3 flac wav aac m4a ogg oga opus wma ape alac aiff aif amr mid midi dsf dff mka ac3 dts';
const VIDEO = 'mp4 mkv avi mov wmv flv webm m4v mpg mpeg ts m2ts mts rmvb rm 3gp 3g2 vob ogv asf f4v divx hevc mxf';
const IMAGE = 'jpg jpeg png gif bmp webp heic heif tif tiff svg ico avif jfif raw cr2 cr3 nef arw dng orf rw2 raf psd';
const DOCUMENT =
  'pdf doc docx xls xlsx ppt pptx odt ods odp rtf txt md markdown csv tsv json xml html htm epub mobi azw3 log ini yaml yml toml wps et dps pages numbers key tex';
const TEMPORARY = 'tmp temp part partial crdownload download aria2 opdownload td';

const TYPE_OF_EXTENSION: ReadonlyMap<string, EntryType> = new Map(
  (
    [
      [1, AUDIO],
      [2, VIDEO],
      [3, IMAGE],
      [4, DOCUMENT],
      [50, TEMPORARY],
    ] as const
  ).flatMap(([type, extensions]) => extensions.split(' ').map((extension): [string, EntryType] => [extension, type])),
);

/** The extension in lower case, without the dot; empty for `name`, `name.` and `.name`. */
export const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
};

export const typeOfName = (name: string): EntryType => TYPE_OF_EXTENSION.get(extensionOf(name)) ?? 0;

/** The part of `Stats` and `Dirent` that the type code needs. */
export interface EntryKind {
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** The type code of an entry: by its kind, and for files by the extension of the name. */
export const typeOf = (name: string, kind: EntryKind): EntryType =>
  kind.isDirectory() ? 5 : kind.isSymbolicLink() ? 100 : typeOfName(name);

/** Directories and soft links are listed as folders (FILES-41). */
export const isFolderType = (type: number): boolean => type === 5 || type === 100 || type === 777;

/** Images and videos: the types that carry md512kb (G-12). */
export const isHashedType = (type: number): boolean => type === 2 || type === 3;

/** Bytes of a file that md512kb covers (G-12); hashing them takes about a millisecond. */
export const MAX_HASHED_BYTES = 524_288;
