/** Codecs for values whose wire form differs from the form in code. */
import type { Codec } from './codec.ts';
import { failure, parseJson, success, Type } from './codec.ts';
import { flag, int } from './scalars.ts';

/** A codec that converts between two forms; `read` returns undefined for a value it rejects. */
/* @__NO_SIDE_EFFECTS__ */ export const transformed = <A, O>(
  name: string,
  is: (u: unknown) => u is A,
  read: (u: unknown) => A | undefined,
  write: (a: A) => O,
): Codec<A, O> =>
  new Type(
    name,
    is,
    (u, context) => {
      const value = read(u);
      return value === undefined ? failure(u, context) : success(value);
    },
    write,
  );

/** One text for each number; `-0` is rejected. */
const DECIMAL = /^(?:0|-?[1-9][0-9]{0,15})$/;

/** A number sent as decimal text (positional parameters, sizes). */
/* @__NO_SIDE_EFFECTS__ */ export const intText = (inner: Codec<number> = int): Codec<number, string> =>
  transformed(
    `${inner.name} as text`,
    (u) => inner.is(u),
    (u) => (typeof u === 'string' && DECIMAL.test(u) && inner.is(Number(u)) ? Number(u) : undefined),
    String,
  );

/** The literal number 0 or 1, sent as decimal text. */
export const flagText: Codec<0 | 1, string> = transformed(
  'flag as text',
  (u) => flag.is(u),
  (u) => (u === '0' ? 0 : u === '1' ? 1 : undefined),
  String,
);

/** A value sent as JSON text inside a string. */
/* @__NO_SIDE_EFFECTS__ */ export const jsonText = <A, O>(inner: Codec<A, O>): Codec<A, string> =>
  new Type(
    `${inner.name} as JSON text`,
    (u) => inner.is(u),
    (u, context) => {
      const parsed = typeof u === 'string' ? parseJson(u) : null;
      const result = parsed?._tag === 'Right' ? inner.validate(parsed.right, context) : null;
      return result?._tag === 'Right' ? result : failure(u, context);
    },
    (a) => JSON.stringify(inner.encode(a)),
  );
