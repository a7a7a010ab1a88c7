import type { Result } from '@boxwood/domain';
import { firstValueFrom } from 'rxjs';
import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3';
import type { FileReading } from '../file-kit/file-reading.ts';

/** What a song says of itself; empty where it says nothing. */
export interface SongTags {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Seconds; 0 when it does not say. */
  readonly length: number;
  /** The picture in it. */
  readonly cover: Blob | null;
}

/** One request brings this much, bytes: tags without a picture mostly fit. */
const PIECE = 128 * 1024;
/** No picture of a song is larger. */
const MOST = 24 * 1024 * 1024;

/** A file on the box that is read in pieces, wherever its reader looks. */
class BoxTokenizer extends AbstractTokenizer {
  readonly fileInfo;
  readonly #part: (from: number, to: number) => Promise<Uint8Array>;
  #held: { readonly from: number; readonly bytes: Uint8Array } = { from: 0, bytes: new Uint8Array() };

  constructor(size: number, part: (from: number, to: number) => Promise<Uint8Array>) {
    super({ maxBufferSize: MOST });
    this.fileInfo = { size };
    this.#part = part;
  }

  supportsRandomAccess(): true {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  async readBuffer(buffer: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position } = this.normalizeOptions(buffer, options);
    const read = await this.peekBuffer(buffer, options);
    this.position = position + read;
    return read;
  }

  async peekBuffer(buffer: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { length, position, mayBeLess = false } = this.normalizeOptions(buffer, options);
    const end = Math.min(position + length, this.fileInfo.size);
    if (end - position < length && !mayBeLess) throw new EndOfStreamError();
    if (end <= position) return 0;
    const { from, bytes } = this.#held;
    if (position < from || end > from + bytes.byteLength) {
      const to = Math.min(this.fileInfo.size, Math.max(end, position + PIECE));
      this.#held = { from: position, bytes: await this.#part(position, to) };
    }
    const piece = this.#held.bytes.subarray(position - this.#held.from, end - this.#held.from);
    if (piece.byteLength < length && !mayBeLess) throw new EndOfStreamError();
    buffer.set(piece);
    return piece.byteLength;
  }
}

/**
 * Reads the tags of a song (ID3, Vorbis, MP4, FLAC and others) from the parts of the file they stand in; null where it has none
 * or cannot be read: a song without a name of its own is called by its file's.
 */
export const readTags = async (
  reading: FileReading,
  { path, size, name }: { readonly path: string; readonly size: number; readonly name: string },
  withCover: boolean,
): Promise<SongTags | null> => {
  const { parseFromTokenizer, selectCover } = await import('music-metadata');
  const tokenizer = new BoxTokenizer(size, async (from, to) => {
    const result: Result<Uint8Array> = await firstValueFrom(reading.part(path, from, to));
    if (result._tag === 'Left') throw new Error(`${name} cannot be read`);
    return result.right;
  });
  try {
    const { common, format } = await parseFromTokenizer(tokenizer, { skipCovers: !withCover, duration: false });
    const picture = withCover ? selectCover(common.picture) : null;
    return {
      title: common.title ?? '',
      artist: common.artist ?? common.artists?.join(', ') ?? '',
      album: common.album ?? '',
      length: format.duration ?? 0,
      cover: picture === null ? null : new Blob([new Uint8Array(picture.data)], { type: picture.format }),
    };
  } catch {
    return null;
  }
};
