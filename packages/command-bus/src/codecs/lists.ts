/** Lists, pairs and maps. */
import type { Context } from 'io-ts';
import type { AnyCodec, Codec, LenientRead } from './codec.ts';
import { failure, identity, childContext, isRecord, lenientRead, success, Type } from './codec.ts';
import type { FindFaults } from './explain.ts';
import { withFaults } from './explain.ts';
import { transformed } from './transformed.ts';

/** The index of the first item that does not fit; the length when all fit. */
const indexOfFirstBad = ({ is }: AnyCodec, items: readonly unknown[]): number => {
  let at = 0;
  while (at < items.length && is(items[at])) at++;
  return at;
};

/** The readable values of a list that has invalid items. */
const readableItems = <A, O>(
  item: Codec<A, O>,
  items: readonly unknown[],
  context: Context,
  reading: LenientRead,
  max = Number.POSITIVE_INFINITY,
): readonly A[] => {
  const values: A[] = [];
  for (const one of items) {
    const result = item.validate(one, context);
    if (result._tag === 'Right' && values.length < max) values.push(result.right);
  }
  reading.unread += items.length - values.length;
  return values;
};

/**
 * A list on the wire: tests items without building contexts and stops at the first bad one. The item codec must not
 * transform, so that 100,000 valid entries cost one walk and nothing else.
 */
/* @__NO_SIDE_EFFECTS__ */ export const list = <A, O>(
  item: Codec<A, O>,
  max = Number.POSITIVE_INFINITY,
): Codec<readonly A[]> => {
  if (item.encode !== identity) throw new TypeError('transforms');
  const isShort = (u: unknown): u is readonly unknown[] => Array.isArray(u) && u.length <= max;
  const is = (u: unknown): u is readonly A[] => isShort(u) && indexOfFirstBad(item, u) === u.length;
  return new Type(
    `list of ${item.name}`,
    is,
    (u, context) => {
      if (is(u)) return success(u);
      const reading = lenientRead();
      if (reading !== null && Array.isArray(u)) return success(readableItems(item, u, context, reading, max));
      if (!isShort(u)) return failure(u, context);
      const at = indexOfFirstBad(item, u);
      const result = item.validate(u[at], childContext(context, String(at), item, u[at]));
      return result._tag === 'Left' ? result : failure(u, context);
    },
    identity,
  );
};

/** The first item that does not fit, for `explain`. */
const findBadItem =
  (item: AnyCodec): FindFaults =>
  (u) => {
    const items: readonly unknown[] = Array.isArray(u) ? u : [];
    const at = indexOfFirstBad(item, items);
    return at === items.length ? [] : [{ key: String(at), codec: item, value: items[at] }];
  };

/** A list that transforms item by item. Only for short lists; large ones use {@link list}. */
/* @__NO_SIDE_EFFECTS__ */ export const shortList = <A, O>(
  item: Codec<A, O>,
  min: number,
  max: number,
): Codec<readonly A[], readonly O[]> => {
  const codec: Codec<readonly A[], readonly O[]> = new Type(
    `${min}..${max} of ${item.name}`,
    (u): u is readonly A[] =>
      Array.isArray(u) && u.length >= min && u.length <= max && u.every((v: unknown) => item.is(v)),
    (u, context) => {
      if (!Array.isArray(u)) return failure(u, context);
      const reading = lenientRead();
      if (reading !== null) {
        const values = readableItems(item, u, context, reading, max);
        return values.length < min ? failure(u, context) : success(values);
      }
      if (u.length < min || u.length > max) return failure(u, context, `not ${min} to ${max} items`);
      const values: A[] = [];
      const found: readonly unknown[] = u;
      for (const [i, one] of found.entries()) {
        const result = item.validate(one, childContext(context, String(i), item, one));
        if (result._tag === 'Left') return result;
        values.push(result.right);
      }
      return success(values);
    },
    (values) => values.map((v) => item.encode(v)),
  );
  return withFaults(codec, findBadItem(item));
};

/** Pairs laid out flat: `[a1, b1, a2, b2, ...]` on the wire, `{ first, second }[]` in code. */
/* @__NO_SIDE_EFFECTS__ */ export const flatPairs = <K1 extends string, K2 extends string>(
  first: K1,
  second: K2,
  item: Codec<string>,
  max: number,
): Codec<readonly Readonly<Record<K1 | K2, string>>[], readonly string[]> => {
  type Pair = Readonly<Record<K1 | K2, string>>;
  const isPair = (u: unknown): u is Pair => isRecord(u) && item.is(u[first]) && item.is(u[second]);
  const is = (u: unknown): u is readonly Pair[] =>
    Array.isArray(u) && u.length >= 1 && u.length <= max && u.every(isPair);
  return transformed(
    `1..${max} pairs`,
    is,
    (u) => {
      if (!Array.isArray(u) || u.length % 2 !== 0) return undefined;
      const flat: readonly unknown[] = u;
      const pairs: unknown[] = [];
      for (let i = 0; i < flat.length; i += 2) pairs.push({ [first]: flat[i], [second]: flat[i + 1] });
      return is(pairs) ? pairs : undefined;
    },
    (pairs) => pairs.flatMap((pair) => [pair[first], pair[second]]),
  );
};

/** An object used as a map from text to values of one codec that does not transform. */
/* @__NO_SIDE_EFFECTS__ */ export const mapOf = <A>(value: Codec<A>): Codec<Readonly<Record<string, A>>> => {
  const is = (u: unknown): u is Readonly<Record<string, A>> =>
    isRecord(u) && Object.values(u).every((v) => value.is(v));
  return new Type(
    `map of ${value.name}`,
    is,
    (u, context) => {
      if (is(u)) return success(u);
      const reading = lenientRead();
      if (reading === null || !isRecord(u)) return failure(u, context);
      return success(
        Object.fromEntries(
          Object.entries(u).flatMap(([key, one]) =>
            readableItems(value, [one], context, reading).map((good) => [key, good]),
          ),
        ),
      );
    },
    identity,
  );
};
