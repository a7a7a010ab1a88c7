/** Parameters by position. */
import type { AnyCodec, Codec, TypeOf } from './codec.ts';
import { failure, childContext, isRecord, success, Type } from './codec.ts';
import { findBadFields, fieldsOf, withFaults } from './explain.ts';

// Not exported, so that generated declarations show the shape instead of this name.
type Flatten<T> = { [K in keyof T]: T[K] };
type TextProps = Readonly<Record<string, { readonly _O: string } & AnyCodec>>;

/**
 * Positional parameters (`/eshell`, `/filetrans`): an object in code, a list of strings on the wire, in the order in
 * which the fields are declared. `rest` collects the positions after the named ones into one more field.
 */
/* @__NO_SIDE_EFFECTS__ */ export const positional = <P extends TextProps, K extends string = never, A = never>(
  fields: P,
  rest?: { readonly key: K; readonly codec: Codec<A, readonly string[]> },
): Codec<Flatten<{ [F in keyof P]: TypeOf<P[F]> } & Readonly<Record<K, A>>>, readonly string[]> => {
  type Params = Flatten<{ [F in keyof P]: TypeOf<P[F]> } & Readonly<Record<K, A>>>;
  const named = Object.entries(fields);
  const is = (u: unknown): u is Params =>
    isRecord(u) &&
    named.every(([key, codec]) => codec.is(u[key])) &&
    (rest === undefined || rest.codec.is(u[rest.key]));
  const codec = new Type<Params, readonly string[]>(
    'positional list',
    is,
    (u, context) => {
      if (!Array.isArray(u)) return failure(u, context);
      const values: readonly unknown[] = u;
      if (values.length < named.length || (rest === undefined && values.length > named.length))
        return failure(u, context, `${named.length} positions`);
      const decoded: Record<string, unknown> = {};
      for (const [i, [key, codec]] of named.entries()) {
        const result = codec.validate(values[i], childContext(context, key, codec, values[i]));
        if (result._tag === 'Left') return result;
        decoded[key] = result.right;
      }
      if (rest !== undefined) {
        const tail = values.slice(named.length);
        const result = rest.codec.validate(tail, childContext(context, rest.key, rest.codec, tail));
        if (result._tag === 'Left') return result;
        decoded[rest.key] = result.right;
      }
      return is(decoded) ? success(decoded) : failure(u, context);
    },
    (params) => {
      const values: Readonly<Record<string, unknown>> = params;
      const namedValues = named.map(([key, codec]): string => String(codec.encode(values[key])));
      if (rest === undefined) return namedValues;
      const tail = values[rest.key] as A; // `is` has checked it: an encoder only sees values that fit
      return [...namedValues, ...rest.codec.encode(tail)];
    },
  );
  const all = rest === undefined ? fields : { ...fields, [rest.key]: rest.codec };
  return withFaults(codec, findBadFields(fieldsOf(all, 1)));
};

/** No parameters (`[]` on a positional endpoint). */
export const noArguments = positional({});
