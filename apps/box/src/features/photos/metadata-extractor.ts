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

const CHILD_TIMEOUT_MS = 20_000;
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
  readonly #pictureWorker = new PictureWorkerPool(CHILD_TIMEOUT_MS, NICENESS);

  constructor(deps: MetadataExtractorDeps) {
    this.#deps = deps;
  }

  /** Identifies the content of an open file (files with the same bytes share it); null if the file cannot be read. */
  readContent({ name }: Location, file: FileHandle, signal: AbortSignal): Promise<FileContent | null> {
    return this.#pictureWorker.read(pathOf(file), typeOfName(name) !== 2, signal);
  }

  /**
   * The metadata of a distinct file content, read from one of the files that have it. `mtimeMs` is the modification
   * time of that file. {@link readPreview} is called separately.
   */
  async readMetadata(
    { digest, hash, pictureInfo }: FileContent,
    { name }: Location,
    file: FileHandle,
    mtimeMs: number,
    signal: AbortSignal,
  ): Promise<PhotoMetadata> {
    const now = this.#deps.clock.now();
    const isVideo = typeOfName(name) === 2;
    const videoMetadata =
      isVideo && this.#ffmpeg !== undefined ? await readVideoMetadata(this.#ffmpeg, file.fd, signal) : null;
    const fromCamera = captureTimeFromCamera(pictureInfo?.taken ?? null, pictureInfo?.zone ?? null, now);
    const videoTakenAt = videoMetadata?.taken ?? null;
    const fromVideo =
      videoTakenAt === null ? null : { ...captureTimeFromFile(videoTakenAt * 1000), takenfrom: 'camera' };
    return {
      id: digest,
      hash,
      ...(fromCamera ?? fromVideo ?? captureTimeFromName(name, now) ?? captureTimeFromFile(mtimeMs)),
      width: videoMetadata?.width ?? pictureInfo?.width ?? 0,
      height: videoMetadata?.height ?? pictureInfo?.height ?? 0,
      kind: kindOf(name, pictureInfo),
      duration: videoMetadata?.duration ?? 0,
      camera: pictureInfo?.camera ?? '',
      lens: pictureInfo?.lens ?? '',
      exposure: pictureInfo?.exposure ?? 0,
      aperture: pictureInfo?.aperture ?? 0,
      iso: Math.round(pictureInfo?.iso ?? 0),
      focal: pictureInfo?.focal ?? 0,
      latitude: pictureInfo?.latitude ?? videoMetadata?.latitude ?? null,
      longitude: pictureInfo?.longitude ?? videoMetadata?.longitude ?? null,
      country: pictureInfo?.country ?? '',
      placeholder: '',
      // A file without readable metadata is not a picture and is never decoded.
      trouble: pictureInfo === null && !isVideo ? 'unreadable' : '',
    };
  }

  /** The preview of a file content, or the reason why there is none. */
  async readPreview({ name }: Location, file: FileHandle, signal: AbortSignal): Promise<PhotoPreview> {
    const picture = typeOfName(name) === 2 ? await this.#videoFrame(file, signal) : pathOf(file);
    const placeholder = picture === null ? null : await this.#pictureWorker.thumbHash(picture, signal);
    return { placeholder: placeholder ?? '', trouble: previewProblemOf(name, placeholder) };
  }

  /** A picture as WebP in the size for face detection; null if it cannot be decoded. */
  forFaceDetection(file: FileHandle, signal: AbortSignal): Promise<Uint8Array | null> {
    return this.#pictureWorker.shrink(pathOf(file), FACE_DETECTION_PX, signal);
  }

  /** A picture as WebP in the size for text recognition; null if it cannot be decoded. */
  forTextRecognition(file: FileHandle, signal: AbortSignal): Promise<Uint8Array | null> {
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
