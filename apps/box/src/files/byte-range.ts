/** A part of a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a `Range` header (RFC 9110, 14.2) for a file of `size` bytes.
 * `all` when there is none, when it is malformed, or when it asks for several parts: all of these may be answered with the whole file.
 */
export const parseRange = (header: string | undefined, size: number): ByteRange | 'all' | 'unsatisfiable' => {
  const match = /^bytes=\s*(\d{0,16})-(\d{0,16})\s*$/i.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return 'all';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'all';
  return start >= size ? 'unsatisfiable' : { start, end };
};
