export interface FilledBuffer {
  /** Filled bytes of the buffer: all of it, except for the last time. */
  readonly length: number;
  readonly isLast: boolean;
}

/**
 * Collects chunks in one buffer and yields whenever it is full. The caller must use the content before requesting the
 * next. Always yields a last time, also for no chunks.
 */
export function* fillBuffer(chunks: Iterable<Buffer>, buffer: Buffer): Generator<FilledBuffer> {
  let length = 0;
  for (const chunk of chunks)
    for (let from = 0; from < chunk.length;) {
      if (length === buffer.length) {
        yield { length, isLast: false };
        length = 0;
      }
      const copied = chunk.copy(buffer, length, from);
      from += copied;
      length += copied;
    }
  yield { length, isLast: true };
}
