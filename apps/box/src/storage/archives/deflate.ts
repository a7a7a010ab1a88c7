import { constants, crc32, deflateRawSync } from 'node:zlib';
import { fillBuffer } from './fill-buffer.ts';

/** Bytes compressed per call. */
const BLOCK_BYTES = 256 * 1024;
/** Size of the DEFLATE window (RFC 1951, 2). */
const WINDOW_BYTES = 32 * 1024;
/**
 * Upper bound for the growth of incompressible data (five bytes per 16 KiB), so that each result fits into one chunk.
 */
const MAX_GROWTH_BYTES = 1024;
/**
 * Buffer size for results that are not small. It exceeds the threshold above which the C library maps memory separately
 * (`node-settings.ts`), so that the memory returns to the system as a whole.
 */
const LARGE_RESULT_BYTES = 1024 * 1024 + 64 * 1024;

/**
 * Creates a function that compresses data with DEFLATE (RFC 1951) block by block, as pigz does; each call gets the end
 * of the previous block as dictionary. A zlib stream would use other threads, for which the worker would have to wait.
 */
export const createDeflater = (level: number): ((chunks: Iterable<Buffer>) => Generator<Buffer>) => {
  const memory = Buffer.allocUnsafeSlow(WINDOW_BYTES + BLOCK_BYTES);
  const [dictionary, block] = [memory.subarray(0, WINDOW_BYTES), memory.subarray(WINDOW_BYTES)];
  return function* (chunks) {
    let dictionaryOptions = {};
    for (const { length, isLast } of fillBuffer(chunks, block)) {
      const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
      const chunkSize = length > WINDOW_BYTES ? LARGE_RESULT_BYTES : length + MAX_GROWTH_BYTES;
      yield deflateRawSync(block.subarray(0, length), { level, finishFlush, chunkSize, ...dictionaryOptions });
      if (isLast) return;
      block.copy(dictionary, 0, length - WINDOW_BYTES, length);
      dictionaryOptions = { dictionary: dictionary };
    }
  };
};

/** gzip header without name and time, from Unix (RFC 1952, 2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Compresses the content as gzip (RFC 1952). */
export function* gzipContent(content: Iterable<Buffer>, level: number): Generator<Buffer> {
  let [crc, size] = [0, 0];
  const counted = function* (): Generator<Buffer> {
    for (const chunk of content) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      yield chunk;
    }
  };
  yield GZIP_HEADER;
  yield* createDeflater(level)(counted());
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc);
  tail.writeUInt32LE(size % 2 ** 32, 4);
  yield tail;
}
