import { thumbHashToDataURL } from 'thumbhash';

/** Cache limit: enough for a long scroll through the timeline. */
const MAX_PLACEHOLDERS = 3000;
const cache = new Map<string, string | null>();

const decodePlaceholder = (hash: string): string | null => {
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
  const known = cache.get(hash);
  if (known !== undefined) return known;
  if (cache.size >= MAX_PLACEHOLDERS) cache.clear();
  const address = decodePlaceholder(hash);
  cache.set(hash, address);
  return address;
};
