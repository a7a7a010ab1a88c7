import { number, numberOrNull, type Row, text, textOrNull } from '../../store/row-columns.ts';

/** A folder that contains photos. `key` is its path in the index. */
export interface PictureFolder {
  readonly id: number;
  readonly key: string;
}

/** A folder as it was last read. `mtime` in milliseconds. */
export interface IndexedFolder extends PictureFolder {
  readonly mtime: number;
}

/** A file as found on disk. */
export interface DiskFile {
  readonly name: string;
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtime: number;
}

/** A stored file; `photo` is the id of its content, `lead` the file that it accompanies. */
export interface IndexedFile extends DiskFile {
  readonly id: number;
  readonly photo: string | null;
  readonly lead: number | null;
}

/** A file that has not been indexed yet. */
export interface UnindexedFile extends IndexedFile {
  readonly folder: number;
  readonly key: string;
}

/** A content and one of its files, with the size and time at which the content was read. */
export interface PreviewSource extends Pick<DiskFile, 'size' | 'mtime'> {
  readonly photo: string;
  readonly key: string;
}

/** The metadata of a content. An unknown value is 0, the empty text or null. */
export interface PhotoMetadata {
  readonly id: string;
  readonly hash: string;
  readonly taken: number;
  readonly zone: number;
  readonly takenfrom: string;
  readonly width: number;
  readonly height: number;
  readonly kind: string;
  readonly duration: number;
  readonly camera: string;
  readonly lens: string;
  readonly exposure: number;
  readonly aperture: number;
  readonly iso: number;
  readonly focal: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly country: string;
  readonly placeholder: string;
  readonly trouble: string;
}

/** The result of indexing one file. */
export interface IndexResult {
  readonly file: UnindexedFile;
  /** Null if the metadata is already stored or the file could not be read. */
  readonly metadata: PhotoMetadata | null;
  readonly photo: string | null;
  /** Whether an unreadable file is retried before it changes. */
  readonly retry: 'later' | 'never';
}

/** The preview of a content, or the reason why there is none. */
export type PhotoPreview = Pick<PhotoMetadata, 'placeholder' | 'trouble'>;

/** The columns that {@link toIndexedFile} reads, of `photo_files f`. */
export const FILE_COLUMNS = 'f.id, f.name, f.dev, f.ino, f.size, f.mtime, f.photo, f.lead';

/** A row of `photo_files` as an {@link IndexedFile}. */
export const toIndexedFile = (row: Row): IndexedFile => ({
  id: number(row, 'id'),
  name: text(row, 'name'),
  dev: number(row, 'dev'),
  ino: number(row, 'ino'),
  size: number(row, 'size'),
  mtime: number(row, 'mtime'),
  photo: textOrNull(row, 'photo'),
  lead: numberOrNull(row, 'lead'),
});

/** A row of `photo_facts` as {@link PhotoMetadata}. */
export const toPhotoMetadata = (row: Row): PhotoMetadata => ({
  id: text(row, 'id'),
  hash: text(row, 'hash'),
  taken: number(row, 'taken'),
  zone: number(row, 'zone'),
  takenfrom: text(row, 'takenfrom'),
  width: number(row, 'width'),
  height: number(row, 'height'),
  kind: text(row, 'kind'),
  duration: number(row, 'duration'),
  camera: text(row, 'camera'),
  lens: text(row, 'lens'),
  exposure: number(row, 'exposure'),
  aperture: number(row, 'aperture'),
  iso: number(row, 'iso'),
  focal: number(row, 'focal'),
  latitude: numberOrNull(row, 'latitude'),
  longitude: numberOrNull(row, 'longitude'),
  country: text(row, 'country'),
  placeholder: text(row, 'placeholder'),
  trouble: text(row, 'trouble'),
});
