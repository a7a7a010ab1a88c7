import type { PhotoKind } from '@boxwood/box-sdk';
import type { Clock } from '../clock.ts';
import { extensionOf, typeOfName } from '../files/file-type.ts';
import { findProgram } from '../runtime/programs.ts';
import { Shrinker } from '../thumbnails/shrinker.ts';
import type { Content } from '../thumbnails/content.ts';
import type { Look } from '../thumbnails/look.ts';
import { videoFrame } from '../thumbnails/video-frame.ts';
import type { FileHandle, Location } from '../vault/index.ts';
import { filmHead } from './film.ts';
import type { Facts, Seen } from './index-tables.ts';
import { RAW } from './pairs.ts';
import { takenByCamera, takenByFile, takenByName } from './taken.ts';

export interface ReaderDeps {
  readonly clock: Clock;
}

const kindOf = (name: string, look: Look | null): PhotoKind => {
  if (typeOfName(name) === 2) return 'video';
  if (RAW.has(extensionOf(name))) return 'raw';
  return look?.isPanorama === true ? 'panorama' : 'photo';
};

/** Why a photo has no preview, as a code; empty if it has one. */
const troubleOf = (name: string, placeholder: string | null): string => {
  if (placeholder !== null) return '';
  if (typeOfName(name) === 2) return 'film';
  return /^hei[cf]$/.test(extensionOf(name)) ? 'heic' : RAW.has(extensionOf(name)) ? 'raw' : 'unreadable';
};

const DEADLINE_MS = 20_000;
/** Process niceness: interactive requests take priority over indexing. */
const NICENESS = 10;

/** Width and height of pictures for face detection. Larger ones did not yield more faces. */
const FACES_PX = 1280;
/** Text recognition needs larger pictures: small print needs every pixel row. */
const TEXT_PX = 2000;

/** Extracts metadata from photos and videos in child processes. */
export class Reader {
  readonly #deps: ReaderDeps;
  readonly #ffmpeg = findProgram('ffmpeg');
  /** A separate worker, so that thumbnails for a waiting user do not queue behind indexing. */
  readonly #pictures = new Shrinker(DEADLINE_MS, NICENESS);

  constructor(deps: ReaderDeps) {
    this.#deps = deps;
  }

  /** The content of an open file; null if it cannot be read. */
  content({ name }: Location, file: FileHandle, signal: AbortSignal): Promise<Content | null> {
    return this.#pictures.read(pathOf(file), typeOfName(name) !== 2, signal);
  }

  /**
   * The metadata of a content from one of its files. `mtimeMs` is the file's modification time. {@link preview} comes
   * later.
   */
  async facts(
    { digest, hash, look }: Content,
    { name }: Location,
    file: FileHandle,
    mtimeMs: number,
    signal: AbortSignal,
  ): Promise<Facts> {
    const now = this.#deps.clock.now();
    const isFilm = typeOfName(name) === 2;
    const film = isFilm && this.#ffmpeg !== undefined ? await filmHead(this.#ffmpeg, file.fd, signal) : null;
    const byCamera = takenByCamera(look?.taken ?? null, look?.zone ?? null, now);
    const filmed = film?.taken ?? null;
    const byFilm = filmed === null ? null : { ...takenByFile(filmed * 1000), takenfrom: 'camera' };
    return {
      id: digest,
      hash,
      ...(byCamera ?? byFilm ?? takenByName(name, now) ?? takenByFile(mtimeMs)),
      width: film?.width ?? look?.width ?? 0,
      height: film?.height ?? look?.height ?? 0,
      kind: kindOf(name, look),
      duration: film?.duration ?? 0,
      camera: look?.camera ?? '',
      lens: look?.lens ?? '',
      exposure: look?.exposure ?? 0,
      aperture: look?.aperture ?? 0,
      iso: Math.round(look?.iso ?? 0),
      focal: look?.focal ?? 0,
      latitude: look?.latitude ?? film?.latitude ?? null,
      longitude: look?.longitude ?? film?.longitude ?? null,
      country: look?.country ?? '',
      placeholder: '',
      // A file without readable metadata is not a picture and is never decoded.
      trouble: look === null && !isFilm ? 'unreadable' : '',
    };
  }

  /** The preview of a content, or the reason why there is none. */
  async seen({ name }: Location, file: FileHandle, signal: AbortSignal): Promise<Seen> {
    const picture = typeOfName(name) === 2 ? await this.#frame(file, signal) : pathOf(file);
    const placeholder = picture === null ? null : await this.#pictures.far(picture, signal);
    return { placeholder: placeholder ?? '', trouble: troubleOf(name, placeholder) };
  }

  /** A picture as WebP in the size for face detection; null if it cannot be decoded. */
  small(file: FileHandle, signal: AbortSignal): Promise<Uint8Array | null> {
    return this.#pictures.shrink(pathOf(file), FACES_PX, signal);
  }

  /** A picture as WebP in the size for text recognition; null if it cannot be decoded. */
  page(file: FileHandle, signal: AbortSignal): Promise<Uint8Array | null> {
    return this.#pictures.shrink(pathOf(file), TEXT_PX, signal);
  }

  close(): void {
    this.#pictures.close();
  }

  async #frame(file: FileHandle, signal: AbortSignal): Promise<Uint8Array | null> {
    return this.#ffmpeg === undefined ? null : videoFrame(this.#ffmpeg, file.fd, 0, signal);
  }
}

/** The path under which child processes open a file of this process. */
const pathOf = (file: FileHandle): string => `/proc/${process.pid}/fd/${file.fd}`;
