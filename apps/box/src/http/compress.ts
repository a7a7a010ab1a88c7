import { brotliCompressSync, constants } from 'node:zlib';

/** Bytes: a shorter answer fits into its packet anyway. */
const LEAST = 1024;
/** Bytes that take some 4 ms; what is longer goes as it is, because nothing else is answered meanwhile. */
const MOST = 1024 * 1024;
/** A page of 500 names is a quarter as long after 0.3 ms; the next level takes four times as long and saves a tenth. */
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Whether a browser takes Brotli, by its `Accept-Encoding`: some of its clients name what they do not want as well (RFC 9110, 12.5.3). */
export const takesBrotli = (accepts = ''): boolean => /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepts);

/**
 * An answer in Brotli, or null where it goes as it is. Browsers ask for Brotli where they trust the way, which is where somebody may be far away; on the
 * plain http of a house the line is quicker than this. Lengths tell nothing to others: no foreign page can have a command sent (`isOurs`).
 */
export const compressed = (body: string | Uint8Array, accepts: string | undefined): Buffer | null => {
  const length = Buffer.byteLength(body);
  if (length < LEAST || length > MOST || !takesBrotli(accepts)) return null;
  return brotliCompressSync(body, OPTIONS);
};
