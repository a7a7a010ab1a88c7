import { setImmediate } from 'node:timers/promises';

/** How rows are read piece by piece: in the order of a key that tells each from every other. */
export interface Pieces<Row, Key> {
  /** Before every row. */
  readonly from: Key;
  /** Rows in one piece. */
  readonly size: number;
  /** The first `size` rows behind a key. */
  readonly read: (after: Key, size: number) => readonly Row[];
  readonly keyOf: (row: Row) => Key;
}

/**
 * Rows of a table that may be large, piece by piece: each piece is read in one go, and between two of them others have a moment. What is written
 * meanwhile behind the last row that was read is seen, what is written before it is not.
 */
export async function* inPieces<Row, Key>({
  from,
  size,
  read,
  keyOf,
}: Pieces<Row, Key>): AsyncGenerator<readonly Row[]> {
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
