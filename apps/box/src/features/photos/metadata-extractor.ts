import type { PhotoKind } from '@boxwood/box-sdk';
import type { Clock } from '../../platform/clock.ts';
import { extensionOf, typeOfName } from '../files/file-type.ts';
import { findProgram } from '../../runtime/programs.ts';
import { PictureWorkerPool } from '../../storage/thumbnails/picture-worker-pool.ts';
import type { FileContent } from '../../storage/thumbnails/file-content.ts';
import type { PictureInfo } from '../../storage/thumbnails/picture-info.ts';
import { readVideoFrame } from '../../storage/thumbnails/video-frame.ts';
import type { FileHandle, Location } from '../../storage/vault/index.ts';
import { readVideoMetadata } from './video-metadata.ts';
import type { PhotoMetadata, PhotoPreview } from './index-rows.ts';
import { RAW_EXTENSIONS } from './file-pairs.ts';
import { captureTimeFromCamera, captureTimeFromFile, captureTimeFromName } from './capture-time.ts';

export interface MetadataExtractorDeps {
  readonly clock: Clock;
}

const kindOf = (name: string, pictureInfo: PictureInfo | null): PhotoKind => {
  if (typeOfName(name) === 2) return 'video';
  if (RAW_EXTENSIONS.has(extensionOf(name))) return 'raw';
  return pictureInfo?.isPanorama === true ? 'panorama' : 'photo';
};

/** Why a photo has no preview, as a code; empty if it has one. */
const previewProblemOf = (name: string, placeholder: string | null): string => {
  if (placeholder !== null) return '';
  if (typeOfName(name) === 2) return 'film';
  return /^hei[cf]$/.test(extensionOf(name)) ? 'heic' : RAW_EXTENSIONS.has(extensionOf(name)) ? 'raw' : 'unreadable';
};

const DEADLINE_MS = 20_000;
/** Process niceness: interactive requests take priority over indexing. */
const NICENESS = 10;

/** Width and height of pictures for face detection. Larger ones did not yield more faces. */
const FACE_DETECTION_PX = 1280;
/** Text recognition needs larger pictures: small print needs every pixel row. */
const TEXT_RECOGNITION_PX = 2000;

/** Extracts metadata from photos and videos in child processes. */
export class MetadataExtractor {
  readonly #deps: MetadataExtractorDeps;
  readonly #ffmpeg = findProgram('ffmpeg');
  /** A separate worker, so that thumbnails for a waiting user do not queue behind indexing. */
  readonly #pictureWorker = new PictureWorkerPool(DEADLINE_MS, NICENESS);

  constructor(deps: MetadataExtractorDeps) {
    this.#deps = deps;
  }

  /** The content of an open file; null if it cannot be read. */
  content({ name }: Location, file: FileHandle, signal: AbortSignal): Promise<FileContent | null> {
    return this.#pictureWorker.read(pathOf(file), typeOfName(name) !== 2, signal);
  }

  /**
   * The metadata of a content from one of its files. `mtimeMs` is the file's modification time. {@link preview} comes
   * later.
   */
  async metadata(
    { digest, hash, pictureInfo }: FileContent,
    { name }: Location,
    file: FileHandle,
    mtimeMs: number,
    signal: AbortSignal,
  ): Promise<PhotoMetadata> {
    const now = this.#deps.clock.now();
    const isVideo = typeOfName(name) === 2;
    const video = isVideo && this.#ffmpeg !== undefined ? await readVideoMetadata(this.#ffmpeg, file.fd, signal) : null;
    const byCamera = captureTimeFromCamera(pictureInfo?.taken ?? null, pictureInfo?.zone ?? null, now);
    const filmed = video?.taken ?? null;
    const byFilm = filmed === null ? null : { ...captureTimeFromFile(filmed * 1000), takenfrom: 'camera' };
    return {
      id: digest,
      hash,
      ...(byCamera ?? byFilm ?? captureTimeFromName(name, now) ?? captureTimeFromFile(mtimeMs)),
      width: video?.width ?? pictureInfo?.width ?? 0,
      height: video?.height ?? pictureInfo?.height ?? 0,
      kind: kindOf(name, pictureInfo),
      duration: video?.duration ?? 0,
      camera: pictureInfo?.camera ?? '',
      lens: pictureInfo?.lens ?? '',
      exposure: pictureInfo?.exposure ?? 0,
      aperture: pictureInfo?.aperture ?? 0,
      iso: Math.round(pictureInfo?.iso ?? 0),
      focal: pictureInfo?.focal ?? 0,
      latitude: pictureInfo?.latitude ?? video?.latitude ?? null,
      longitude: pictureInfo?.longitude ?? video?.longitude ?? null,
      country: pictureInfo?.country ?? '',
      placeholder: '',
      // A file without readable metadata is not a picture and is never decoded.
      trouble: pictureInfo === null && !isVideo ? 'unreadable' : '',
    };
  }

  /** The preview of a content, or the reason why there is none. */
  async preview({ name }: Location, file: FileHandle, signal: AbortSignal): Promise<PhotoPreview> {
    const picture = typeOfName(name) === 2 ? await this.#videoFrame(file, signal) : pathOf(file);
    const placeholder = picture === null ? null : await this.#pictureWorker.thumbHash(picture, signal);
    return { placeholder: placeholder ?? '', trouble: previewProblemOf(name, placeholder) };
  }

  /** A picture as WebP in the size for face detection; null if it cannot be decoded. */
  small(file: FileHandle, signal: AbortSignal): Promise<Uint8Array | null> {
    return this.#pictureWorker.shrink(pathOf(file), FACE_DETECTION_PX, signal);
  }

  /** A picture as WebP in the size for text recognition; null if it cannot be decoded. */
  page(file: FileHandle, signal: AbortSignal): Promise<Uint8Array | null> {
    return this.#pictureWorker.shrink(pathOf(file), TEXT_RECOGNITION_PX, signal);
  }

  close(): void {
    this.#pictureWorker.close();
  }

  async #videoFrame(file: FileHandle, signal: AbortSignal): Promise<Uint8Array | null> {
    return this.#ffmpeg === undefined ? null : readVideoFrame(this.#ffmpeg, file.fd, 0, signal);
  }
}

/** The path under which child processes open a file of this process. */
const pathOf = (file: FileHandle): string => `/proc/${process.pid}/fd/${file.fd}`;
