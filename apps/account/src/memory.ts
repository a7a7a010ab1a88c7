import { setFlagsFromString } from 'node:v8';
// The only way to V8's collector; the text is a constant.
// eslint-disable-next-line no-restricted-syntax
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'minor' | 'major'; readonly flavor?: 'regular' | 'last-resort' }) => void;
let cached: Collect | undefined;

/** V8's garbage collector as a function. */
export const garbageCollector = (): Collect => {
  if (cached !== undefined) return cached;
  setFlagsFromString('--expose-gc');
  // The flag adds `gc` to every new context.
  cached = runInNewContext('gc') as Collect;
  return cached;
};

/**
 * Frees the memory of a socket chunk that is no longer used, because it was copied or discarded. Otherwise V8 waits
 * until the chunks add up and then marks the whole heap for every 16 MiB, which takes half of an upload's processor
 * time; meanwhile the C library's heap grows.
 */
export const freeChunk = (chunk: Uint8Array): void => {
  const { buffer, byteLength } = chunk;
  // Shared memory may be used elsewhere, so only whole buffers are freed.
  if (buffer instanceof ArrayBuffer && byteLength > 0 && byteLength === buffer.byteLength) buffer.transfer(0);
};
