import { thumbHashToDataURL } from 'thumbhash';

/** So many are kept: those of a long way through the line. */
const KEPT = 3000;
const made = new Map<string, string | null>();

const make = (hash: string): string | null => {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)));
  } catch {
    // A hash of another kind, from a later box: there is no placeholder.
    return null;
  }
};

/** The picture that a thumbhash (base64) stands for, as an address; null when there is none. */
export const placeholderOf = (hash: string): string | null => {
  if (hash === '') return null;
  const known = made.get(hash);
  if (known !== undefined) return known;
  if (made.size >= KEPT) made.clear();
  const address = make(hash);
  made.set(hash, address);
  return address;
};
