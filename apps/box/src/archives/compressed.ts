import type { Transform } from 'node:stream';
import { createDeflateRaw, createGzip, deflateRawSync } from 'node:zlib';

/** What comes out of the compressor is gathered in memory of this size, which goes back to the system as a whole. */
const CHUNK = 256 * 1024;
/** A file of so many bytes is compressed in one call, for which no stream is made. */
const AT_ONCE = 256 * 1024;

type Pieces = Generator<Buffer>;

/** Resolves when the compressor has taken the piece, whose memory is used again then. */
const taken = (stream: Transform, piece: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(piece, (failure) => {
      if (failure) reject(failure);
      else resolve();
    });
  });

/** What goes wrong with the content is thrown where the result is read. Whoever stops reading ends the content, which has files open. */
async function* through(content: Pieces, stream: Transform): AsyncGenerator<Buffer> {
  const fed = (async () => {
    for (const piece of content) await taken(stream, piece);
    stream.end();
  })();
  fed.catch((failure: unknown) => stream.destroy(failure instanceof Error ? failure : new Error(String(failure))));
  try {
    yield* stream as AsyncIterable<Buffer>;
  } finally {
    // A compressor that waits to be read says nothing more to who feeds it.
    content.return(undefined);
  }
}

/** As gzip has it. */
export const gzipped = (content: Pieces, level: number): AsyncIterable<Buffer> =>
  through(content, createGzip({ level, chunkSize: CHUNK }));

/** As an entry of a ZIP archive of `size` bytes. */
export const deflated = (content: Pieces, size: number, level: number): Iterable<Buffer> | AsyncIterable<Buffer> => {
  if (size > AT_ONCE) return through(content, createDeflateRaw({ level, chunkSize: CHUNK }));
  const whole = Buffer.concat(Array.from(content, (piece) => Buffer.from(piece)));
  return [deflateRawSync(whole, { level })];
};
