import { setImmediate } from 'node:timers/promises';

/** How to read rows in chunks, in the order of a unique key. */
export interface ChunkedRead<Row, Key> {
  /** A key before every row. */
  readonly from: Key;
  /** Rows per chunk. */
  readonly size: number;
  /** Reads the first `size` rows after a key. */
  readonly read: (after: Key, size: number) => readonly Row[];
  readonly keyOf: (row: Row) => Key;
}

/**
 * Reads a possibly large table in chunks and yields to the event loop between them. Rows written meanwhile after the
 * last read row are included, earlier ones are not.
 */
export async function* readInChunks<Row, Key>({
  from,
  size,
  read,
  keyOf,
}: ChunkedRead<Row, Key>): AsyncGenerator<readonly Row[]> {
  for (let after = from; ;) {
    const rows = read(after, size);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < size) return;
    after = keyOf(last);
    await setImmediate();
  }
}
