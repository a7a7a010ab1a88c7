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

/** Why a picture cannot be seen, as a word; the empty one when it can. */
const troubleOf = (name: string, placeholder: string | null): string => {
  if (placeholder !== null) return '';
  if (typeOfName(name) === 2) return 'film';
  return /^hei[cf]$/.test(extensionOf(name)) ? 'heic' : RAW.has(extensionOf(name)) ? 'raw' : 'unreadable';
};

const DEADLINE_MS = 20_000;
/** The index is there a little later rather than that a page comes later. */
const NICENESS = 10;

/** Faces are looked for in pictures of this width and height: in larger ones no more were found. */
const FACES_PX = 1280;
/** Text is read in larger ones: a page of small letters needs every line of them. */
const TEXT_PX = 2000;

/** Reads pictures and films, in processes of their own. */
export class Reader {
  readonly #deps: ReaderDeps;
  readonly #ffmpeg = findProgram('ffmpeg');
  /** Of its own: thumbnails that somebody waits for do not stand behind pictures that nobody looks at yet. */
  readonly #pictures = new Shrinker(DEADLINE_MS, NICENESS);

  constructor(deps: ReaderDeps) {
    this.#deps = deps;
  }

  /** What an open file holds; null when it cannot be read. */
  content({ name }: Location, file: FileHandle, signal: AbortSignal): Promise<Content | null> {
    return this.#pictures.read(pathOf(file), typeOfName(name) !== 2, signal);
  }

  /** What a content is by one of its files, which was written at `mtimeMs`; how it looks is {@link seen} later. */
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
      ...{ id: digest, hash },
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
      // What says nothing is no picture, and nobody tries to decode it.
      trouble: look === null && !isFilm ? 'unreadable' : '',
    };
  }

  /** How a content looks, or why it cannot be seen. */
  async seen({ name }: Location, file: FileHandle, signal: AbortSignal): Promise<Seen> {
    const picture = typeOfName(name) === 2 ? await this.#frame(file, signal) : pathOf(file);
    const placeholder = picture === null ? null : await this.#pictures.far(picture, signal);
    return { placeholder: placeholder ?? '', trouble: troubleOf(name, placeholder) };
  }

  /** A picture as WebP, small enough to look for faces in it; null when it cannot be seen. */
  small(file: FileHandle, signal: AbortSignal): Promise<Uint8Array | null> {
    return this.#pictures.shrink(pathOf(file), FACES_PX, signal);
  }

  /** A picture as WebP in which text can be read; null when it cannot be seen. */
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

/** A file of this process as its children open it. */
const pathOf = (file: FileHandle): string => `/proc/${process.pid}/fd/${file.fd}`;
