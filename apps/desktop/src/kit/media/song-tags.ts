import type { Result } from '@boxwood/domain';
import { firstValueFrom } from 'rxjs';
import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3';
import type { FileContentReader } from '../files/content/file-content-reader.ts';

/** Tags of a song; missing tags are empty. */
export interface SongTags {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Seconds; 0 if unknown. */
  readonly length: number;
  /** The embedded cover. */
  readonly cover: Blob | null;
}

/** Bytes per request; tags without a cover usually fit. */
const CHUNK_BYTES = 128 * 1024;
/** Buffer limit in bytes, larger than any embedded cover. */
const MAX_BUFFER_BYTES = 24 * 1024 * 1024;

/** Tokenizer of music-metadata that reads a file of the box in chunks at any position. */
class BoxTokenizer extends AbstractTokenizer {
  readonly fileInfo;
  readonly #readRange: (from: number, to: number) => Promise<Uint8Array>;
  #buffered: { readonly from: number; readonly bytes: Uint8Array } = { from: 0, bytes: new Uint8Array() };

  constructor(size: number, readRange: (from: number, to: number) => Promise<Uint8Array>) {
    super({ maxBufferSize: MAX_BUFFER_BYTES });
    this.fileInfo = { size };
    this.#readRange = readRange;
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
    const { from, bytes } = this.#buffered;
    if (position < from || end > from + bytes.byteLength) {
      const to = Math.min(this.fileInfo.size, Math.max(end, position + CHUNK_BYTES));
      this.#buffered = { from: position, bytes: await this.#readRange(position, to) };
    }
    const chunk = this.#buffered.bytes.subarray(position - this.#buffered.from, end - this.#buffered.from);
    if (chunk.byteLength < length && !mayBeLess) throw new EndOfStreamError();
    buffer.set(chunk);
    return chunk.byteLength;
  }
}

/**
 * Reads the tags of a song (ID3, Vorbis, MP4, FLAC and others), requesting only the parts of the file that hold them.
 * Null if it has none or cannot be read; the player then shows the file name.
 */
export const readTags = async (
  reading: FileContentReader,
  { path, size, name }: { readonly path: string; readonly size: number; readonly name: string },
  withCover: boolean,
): Promise<SongTags | null> => {
  const { parseFromTokenizer, selectCover } = await import('music-metadata');
  const tokenizer = new BoxTokenizer(size, async (from, to) => {
    const result: Result<Uint8Array> = await firstValueFrom(reading.readRange(path, from, to));
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
