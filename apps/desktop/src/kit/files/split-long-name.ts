/** Longest name, in characters, that is not split. */
const MAX_UNSPLIT_LENGTH = 20;
/** Distance from the middle, in characters, in which a word boundary is preferred. */
const MAX_DISTANCE_TO_SPACE = 6;
/** Right-to-left scripts are not split: the second half would be on the wrong side. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;
/** Combining characters, joiners and low surrogates, which must not be separated from the character before them. */
const COMBINING = /^[\p{M}\u200d\udc00-\udfff]/u;

/**
 * Splits a long name near its middle, preferably at a space. A short name is returned whole with an empty second part.
 */
export const splitLongName = (name: string): readonly [string, string] => {
  if (name.length <= MAX_UNSPLIT_LENGTH || RIGHT_TO_LEFT.test(name)) return [name, ''];
  const middle = name.length >> 1;
  const word = name.indexOf(' ', middle - MAX_DISTANCE_TO_SPACE) + 1;
  let at = word > 0 && word <= middle + MAX_DISTANCE_TO_SPACE ? word : middle;
  while (COMBINING.test(name.slice(at))) at += 1;
  return [name.slice(0, at), name.slice(at)];
};
