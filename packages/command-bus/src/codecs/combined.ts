/** Codecs that combine other codecs and keep the wire form. */
import type { Codec } from './codec.ts';
import { failure, identity, lenientRead, parseJson, success, Type } from './codec.ts';
import { faultsIn, withFaults } from './explain.ts';

/** Either of two codecs that do not transform, tried in order. */
/* @__NO_SIDE_EFFECTS__ */ export const either = <A, B>(first: Codec<A>, second: Codec<B>): Codec<A | B> => {
  const is = (u: unknown): u is A | B => first.is(u) || second.is(u);
  return new Type(
    `${first.name} or ${second.name}`,
    is,
    (u, context) => {
      if (is(u)) return success(u);
      if (lenientRead() === null) return failure(u, context);
      const converted = first.validate(u, context);
      return converted._tag === 'Right' ? converted : second.validate(u, context);
    },
    identity,
  );
};

/** A value that some services also send as JSON text inside a string. A reply may use either form. */
/* @__NO_SIDE_EFFECTS__ */ export const orJsonText = <A, O>(inner: Codec<A, O>): Codec<A, O> =>
  new Type(
    inner.name,
    inner.is,
    (u, context) => {
      const parsed = lenientRead() !== null && typeof u === 'string' ? parseJson(u) : null;
      return inner.validate(parsed?._tag === 'Right' ? parsed.right : u, context);
    },
    inner.encode,
  );

/** A codec with one more rule for values that already fit it; `name` is what an issue calls the result. */
/* @__NO_SIDE_EFFECTS__ */ export const where = <A, O>(
  name: string,
  inner: Codec<A, O>,
  holds: (value: A) => boolean,
): Codec<A, O> => {
  const codec: Codec<A, O> = new Type(
    name,
    (u): u is A => inner.is(u) && holds(u),
    (u, context) => {
      const result = inner.validate(u, context);
      return result._tag === 'Left' || holds(result.right) ? result : failure(u, context);
    },
    inner.encode,
  );
  return withFaults(codec, (u) => faultsIn(inner, u));
};
