import type { SQLOutputValue } from 'node:sqlite';
import { fromStored } from './stored-text.ts';

/** One row as returned by node:sqlite: column name to value. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

const columnError = (row: Row, column: string, expected: string): TypeError =>
  new TypeError(`column ${column} is not ${expected} (it is ${row[column] === null ? 'null' : typeof row[column]})`);

/** Reads a text column; any other type is a programming error and throws. */
export const text = (row: Row, column: string): string => {
  const value = row[column];
  if (typeof value !== 'string') throw columnError(row, column, 'text');
  return fromStored(value);
};

/** Reads a number column (INTEGER or REAL). */
export const number = (row: Row, column: string): number => {
  const value = row[column];
  if (typeof value !== 'number') throw columnError(row, column, 'a number');
  return value;
};

/** Reads a text column that may be NULL. */
export const textOrNull = (row: Row, column: string): string | null =>
  row[column] === null ? null : text(row, column);

/** Reads a number column that may be NULL. */
export const numberOrNull = (row: Row, column: string): number | null =>
  row[column] === null ? null : number(row, column);

/** Reads a BLOB column. */
export const bytes = (row: Row, column: string): Uint8Array => {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw columnError(row, column, 'a blob');
  return value;
};
