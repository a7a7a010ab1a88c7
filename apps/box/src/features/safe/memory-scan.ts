import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const CHUNK_BYTES = 4 * 1024 * 1024;

const countIn = (haystack: Buffer, needle: Buffer, end: number): number => {
  let count = 0;
  for (let index = haystack.indexOf(needle); index >= 0 && index < end; index = haystack.indexOf(needle, index + 1))
    count += 1;
  return count;
};

/** Number of bytes read; 0 when the process has freed the memory since it was listed. */
const readAt = (memory: number, into: Buffer, at: number): number => {
  try {
    return readSync(memory, into, 0, into.length, at);
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'EIO') return 0;
    throw failure;
  }
};

/**
 * Counts occurrences of byte sequences in the writable memory of another process, including freed memory. Linux only.
 *
 * @param wanted sequences by name, at most 256 bytes each
 * @returns occurrences by name, for the sequences that were found
 */
export const findInMemory = (pid: number, wanted: ReadonlyMap<string, Buffer>): Readonly<Record<string, number>> => {
  const found: Record<string, number> = {};
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const chunk = Buffer.alloc(CHUNK_BYTES + 256);
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to, rights = ''] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(line) ?? [];
      if (from === undefined || to === undefined || !rights.startsWith('rw')) continue;
      const end = parseInt(to, 16);
      for (let at = parseInt(from, 16); at < end; at += CHUNK_BYTES) {
        const part = chunk.subarray(0, readAt(memory, chunk.subarray(0, Math.min(chunk.length, end - at)), at));
        for (const [name, bytes] of wanted) {
          const count = countIn(part, bytes, CHUNK_BYTES);
          if (count > 0) found[name] = (found[name] ?? 0) + count;
        }
      }
    }
  } finally {
    closeSync(memory);
  }
  return found;
};
