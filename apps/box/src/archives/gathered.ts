export interface Gathered {
  /** Filled bytes of the buffer: all of it, except for the last time. */
  readonly length: number;
  readonly isLast: boolean;
}

/**
 * Collects chunks in one buffer and yields whenever it is full. The caller must use the content before requesting the
 * next. Always yields a last time, also for no chunks.
 */
export function* gathered(pieces: Iterable<Buffer>, memory: Buffer): Generator<Gathered> {
  let length = 0;
  for (const piece of pieces)
    for (let from = 0; from < piece.length;) {
      if (length === memory.length) {
        yield { length, isLast: false };
        length = 0;
      }
      const copied = piece.copy(memory, length, from);
      from += copied;
      length += copied;
    }
  yield { length, isLast: true };
}
