/** A byte range of a file, both ends inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a `Range` header (RFC 9110, 14.2) for a file of `size` bytes.
 * Returns `all` when the header is missing, malformed, or asks for several ranges: a server may answer all of these
 * with the whole file.
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
