/**
 * Every codec of the SDKs is built from the exports of this module. General wire rules are implemented here:
 *
 * - replies are open (unknown fields are ignored, unknown enum numbers are plain numbers) and are decoded leniently
 * ({@link decodeLeniently});
 *   requests are closed (`oneOf`, limits);
 * - a bad list in a request is rejected at its first bad element, and no decode reports more than {@link MAX_ISSUES}
 * issues;
 * - decoding never throws, whatever the input is.
 */
export type { AnyCodec, Codec, OutputOf, TypeOf } from './codec.ts';
export { decode, decodeLeniently, isRecord, MAX_ISSUES, parseJson } from './codec.ts';
export { either, orJsonText, where } from './combined.ts';
export { essential, explain } from './explain.ts';
export { flatPairs, list, mapOf, shortList } from './lists.ts';
export { noArguments, positional } from './positional.ts';
export {
  anything,
  bytes,
  diskText,
  epochSeconds,
  flag,
  int,
  intBetween,
  json,
  known,
  matching,
  num,
  oneOf,
  refine,
  str,
  text,
  wirePath,
  withDefault,
  yesNo,
} from './scalars.ts';
export { nothing, struct } from './struct.ts';
export { flagText, intText, jsonText, transformed } from './transformed.ts';
