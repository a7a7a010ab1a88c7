import { constants, crc32, deflateRawSync } from 'node:zlib';
import { gathered } from './gathered.ts';

/** Bytes compressed per call. */
const BLOCK = 256 * 1024;
/** Size of the DEFLATE window (RFC 1951, 2). */
const WINDOW = 32 * 1024;
/**
 * Upper bound for the growth of incompressible data (five bytes per 16 KiB), so that each result fits into one chunk.
 */
const GROWTH = 1024;
/**
 * Buffer size for results that are not small. It exceeds the threshold above which the C library maps memory separately
 * (`node-settings.ts`), so that the memory returns to the system as a whole.
 */
const LARGE = 1024 * 1024 + 64 * 1024;

/**
 * Creates a function that compresses data with DEFLATE (RFC 1951) block by block, as pigz does; each call gets the end
 * of the previous block as dictionary. A zlib stream would use other threads, for which the worker would have to wait.
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

/** gzip header without name and time, from Unix (RFC 1952, 2.3). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Compresses the content as gzip (RFC 1952). */
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
