/** What most fields of a long list are, seen without asking their codec. */
import type { AnyCodec } from './codec.ts';

/** Any text, or any safe integer that is not negative. */
export type Plain = 'text' | 'natural';

const plains = new WeakMap<AnyCodec, Plain>();

/** Says what a codec accepts at least; its guard is asked about everything else. */
export const withPlain = <C extends AnyCodec>(codec: C, plain?: Plain): C => {
  if (plain !== undefined) plains.set(codec, plain);
  return codec;
};

/** What {@link withPlain} said. */
export const plainOf = (codec: AnyCodec): Plain | undefined => plains.get(codec);
