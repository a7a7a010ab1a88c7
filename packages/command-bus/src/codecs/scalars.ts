/** Codecs for single values: text, numbers, flags, paths. */
import type { Codec } from './codec.ts';
import { failure, identity, isRecord, lenientRead, success, Type, isWellFormed } from './codec.ts';

const NUMERAL = /^-?[0-9]{1,16}(\.[0-9]+)?$/;
/** The same value in the form another service may write: a number as text, text as a number, a flag as a boolean. */
const otherForm = (u: unknown): unknown => {
  if (typeof u === 'string') return NUMERAL.test(u) ? Number(u) : undefined;
  return typeof u === 'number' ? String(u) : typeof u === 'boolean' ? Number(u) : undefined;
};

/**
 * Creates a codec from a type guard. It does not transform, except that a reply may hold the value in its other form.
 */
/* @__NO_SIDE_EFFECTS__ */ export const refine = <A>(name: string, is: (u: unknown) => u is A): Codec<A> =>
  new Type(
    name,
    is,
    (u, context) => {
      if (is(u)) return success(u);
      const other = lenientRead() === null ? undefined : otherForm(u);
      return other !== undefined && is(other) ? success(other) : failure(u, context);
    },
    identity,
  );

const isWellFormedText = (u: unknown): u is string => typeof u === 'string' && isWellFormed(u);
/** Well-formed text. A lone surrogate cannot be encoded as UTF-8, so it is rejected. */
export const str: Codec<string> = refine('string', isWellFormedText);

const ESCAPED_BYTES = /^[^\ud800-\udc7f\udd00-\udfff]*$/u;
/**
 * A name or path as stored on a disk. A byte that is not valid UTF-8 is represented by the lone surrogate U+DC80 to
 * U+DCFF (escaped in JSON), so that a file with such a name can be listed, renamed and removed. No other lone surrogate
 * is accepted.
 */
export const diskText: Codec<string> = refine(
  'name',
  // Nearly every name is well-formed, and that check is faster than the pattern.
  (u): u is string => typeof u === 'string' && (isWellFormed(u) || ESCAPED_BYTES.test(u)),
);

/** Text of `min` to `max` UTF-16 code units. */
/* @__NO_SIDE_EFFECTS__ */ export const text = (min: number, max: number): Codec<string> =>
  refine(`text ${min}..${max}`, (u): u is string => isWellFormedText(u) && u.length >= min && u.length <= max);

/** Text that matches `pattern`; `name` is what an issue calls it. */
/* @__NO_SIDE_EFFECTS__ */ export const matching = (name: string, pattern: RegExp): Codec<string> =>
  refine(name, (u): u is string => isWellFormedText(u) && pattern.test(u));

/** A finite number. */
export const num: Codec<number> = refine('number', (u): u is number => Number.isFinite(u));
/** Whether a value is a safe integer. */
export const isSafeInt = (u: unknown): u is number => Number.isSafeInteger(u);
/** A safe integer. */
export const int: Codec<number> = refine('integer', isSafeInt);
/** A safe integer within `min..max`. */
/* @__NO_SIDE_EFFECTS__ */ export const intBetween = (min: number, max: number): Codec<number> =>
  refine(`integer ${min}..${max}`, (u): u is number => isSafeInt(u) && u >= min && u <= max);
/** A number of bytes: a non-negative safe integer, and not -0. */
export const bytes: Codec<number> = refine(
  `integer 0..${Number.MAX_SAFE_INTEGER}`,
  (u): u is number => isSafeInt(u) && u >= 0 && !Object.is(u, -0),
);
/** Epoch seconds (UTC). */
export const epochSeconds: Codec<number> = int;
/** A plain object whose shape is decoded later by code that knows it. */
export const json: Codec<Readonly<Record<string, unknown>>> = refine('object', isRecord);
/** Any value. */
export const anything: Codec<unknown> = refine('anything', (_u): _u is unknown => true);

/** One of the given literals: a set lookup with a single issue, instead of a union of literals. */
/* @__NO_SIDE_EFFECTS__ */ export const oneOf = <const A extends readonly (string | number)[]>(
  values: A,
): Codec<A[number]> => {
  const allowed = new Set<unknown>(values);
  return refine(values.join(' | '), (u): u is A[number] => allowed.has(u));
};

/**
 * An open enum in a reply: one of the listed texts, or one that a later box adds. An editor suggests the listed ones; a
 * `switch` still needs a default.
 */
/* @__NO_SIDE_EFFECTS__ */ export const known = <const A extends readonly string[]>(
  _values: A,
): Codec<A[number] | (string & {})> => str;

/** A flag on the wire: the integer 0 or 1, never a JSON boolean. */
export const flag = oneOf([0, 1]);
/**
 * A field whose absence from a reply has a meaning other than blank. `absent` also replaces a value that cannot be
 * read, unless the field is {@link essential} as well. The writer of the reply must always write it: only {@link
 * decodeLeniently} fills it in.
 */
/* @__NO_SIDE_EFFECTS__ */ export const withDefault = <A, O>(inner: Codec<A, O>, absent: NoInfer<A>): Codec<A, O> =>
  new Type(
    inner.name,
    inner.is,
    (u, context) =>
      lenientRead() !== null && (u === undefined || u === null) ? success(absent) : inner.validate(u, context),
    inner.encode,
  );

/** A flag on the wire: the text Y or N; N where a reply does not have it. */
export const yesNo = oneOf(['Y', 'N']);

/**
 * An absolute box path: starts with `/`, no empty, `.` or `..` segment, no NUL, no trailing slash (except for `/`
 * itself), at most 4096 characters, each as in {@link diskText}. The box resolves the path again; this check only stops
 * invalid paths from being sent.
 */
export const wirePath: Codec<string> = refine(
  'absolute path',
  (u): u is string => diskText.is(u) && /^(?=.{1,4096}$)(?:\/|(?:\/(?!\.\.?(?:\/|$))[^/\0]+)+)$/su.test(u),
);
