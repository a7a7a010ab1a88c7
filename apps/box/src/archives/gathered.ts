export interface Gathered {
  /** How much of the memory is filled: all of it, but for the last time. */
  readonly length: number;
  readonly isLast: boolean;
}

/** Gathers pieces in one memory; what is in it is taken before the next one is asked for. The last time comes always, with nothing of no pieces. */
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
