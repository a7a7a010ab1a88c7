import { thumbHashToDataURL } from 'thumbhash';

/** Cache limit: enough for a long scroll through the timeline. */
const KEPT = 3000;
const made = new Map<string, string | null>();

const make = (hash: string): string | null => {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)));
  } catch {
    // An unknown hash format, from a newer box: there is no placeholder.
    return null;
  }
};

/** Data URL of the image that a thumbhash (base64) encodes; null when there is none. */
export const placeholderOf = (hash: string): string | null => {
  if (hash === '') return null;
  const known = made.get(hash);
  if (known !== undefined) return known;
  if (made.size >= KEPT) made.clear();
  const address = make(hash);
  made.set(hash, address);
  return address;
};
