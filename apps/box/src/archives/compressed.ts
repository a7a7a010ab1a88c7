import { constants, crc32, deflateRawSync } from 'node:zlib';
import { gathered } from './gathered.ts';

/** What is compressed in one call. */
const BLOCK = 256 * 1024;
/** As far as what is compressed points back (RFC 1951, 2). */
const WINDOW = 32 * 1024;
/** More than content grows by that cannot be compressed (five bytes for each 16 KiB at most), so that a result comes as one piece. */
const GROWTH = 1024;
/**
 * The memory of a result that is not small, which uses as much of it as it needs. It is larger than what the C library keeps free at the end of its heap
 * (`node-settings.ts`), so that it is mapped for itself and goes back to the system as a whole.
 */
const LARGE = 1024 * 1024 + 64 * 1024;

/**
 * What makes Deflate (RFC 1951) of one content after another, as pigz does it: block by block, each in one call that knows the end of the one
 * before. A stream of zlib would work in other threads, for which whoever reads it has to wait.
 */
export const deflater = (level: number): ((pieces: Iterable<Buffer>) => Generator<Buffer>) => {
  const memory = Buffer.allocUnsafeSlow(WINDOW + BLOCK);
  const [before, block] = [memory.subarray(0, WINDOW), memory.subarray(WINDOW)];
  return function* (pieces) {
    let known = {};
    for (const { length, isLast } of gathered(pieces, block)) {
      const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
      const chunkSize = length > WINDOW ? LARGE : length + GROWTH;
      yield deflateRawSync(block.subarray(0, length), { level, finishFlush, chunkSize, ...known });
      if (isLast) return;
      block.copy(before, 0, length - WINDOW, length);
      known = { dictionary: before };
    }
  };
};

/** Of no name and no time, from Unix (RFC 1952, 2.3). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** The content as gzip has it (RFC 1952). */
export function* gzipped(content: Iterable<Buffer>, level: number): Generator<Buffer> {
  let [crc, size] = [0, 0];
  const counted = function* (): Generator<Buffer> {
    for (const piece of content) {
      crc = crc32(piece, crc);
      size += piece.length;
      yield piece;
    }
  };
  yield GZIP_HEAD;
  yield* deflater(level)(counted());
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc);
  tail.writeUInt32LE(size % 2 ** 32, 4);
  yield tail;
}
