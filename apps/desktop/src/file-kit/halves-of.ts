/** Characters up to which a name stands in one line. */
const SHORT = 20;
/** So far from its middle a name is rather parted between two words. */
const NEAR = 6;
/** What is written from right to left would have its second half on the wrong side. */
const LEFTWARDS = /[\u0590-\u08ff]/;
/** What belongs to the character before it. */
const BELONGS = /^[\p{M}\u200d\udc00-\udfff]/u;

/** The two halves of a long name, the second of which keeps its ending; of a short one all of it and nothing. */
export const halvesOf = (name: string): readonly [string, string] => {
  if (name.length <= SHORT || LEFTWARDS.test(name)) return [name, ''];
  const middle = name.length >> 1;
  const word = name.indexOf(' ', middle - NEAR) + 1;
  let at = word > 0 && word <= middle + NEAR ? word : middle;
  while (BELONGS.test(name.slice(at))) at += 1;
  return [name.slice(0, at), name.slice(at)];
};
