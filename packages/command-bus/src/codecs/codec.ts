/**
 * What a codec is, and the one door to io-ts: no other file imports its values, so that the library behind the codecs can be
 * replaced in one place. Decoding never throws, whatever the input is, and reports at most {@link MAX_ISSUES} issues.
 */
import type { Context, Mixed, OutputOf, TypeOf, ValidationError } from 'io-ts';
import { failure, identity, success, Type } from 'io-ts';
import type { Either } from '../either.ts';
import { left, right } from '../either.ts';

export type Codec<A, O = A> = Type<A, O>;
/** Any codec, for constraints only. */
export type AnyCodec = Mixed;
export type { OutputOf, TypeOf };
export { failure, identity, success, Type };

/** No decode reports more issues than this: a hostile megabyte must not become a hostile gigabyte of messages. */
export const MAX_ISSUES = 8;

export type Props = Readonly<Record<string, AnyCodec>>;

/** A plain object: neither null nor a list. */
export const isRecord = (u: unknown): u is Readonly<Record<string, unknown>> =>
  typeof u === 'object' && u !== null && !Array.isArray(u);

/** The context of a part. */
export const inside = (context: Context, key: string, type: AnyCodec, actual: unknown): Context => [
  ...context,
  { key, type, actual },
];

/** An issue in words: where (below a root without a name), and what was expected there; never the value, which may be a secret. */
export const expected = (path: readonly string[], what: string): string =>
  `${path.join('.').slice(1) || 'value'}: expected ${what}`;

const describe = ({ context, message }: ValidationError): string =>
  expected(
    context.map((entry) => entry.key),
    message ?? context.at(-1)?.type.name ?? '',
  );

// One decode runs from start to end without a break, so what is known of it can stand beside it.
let sound = false;
let leniency: Leniency | null = null;

/** A reading that makes the best of what it finds; `unread` counts what it left out. */
export interface Leniency {
  unread: number;
}

/** Non-null while a reply is read: whoever meets what does not fit mends it, or leaves it out and counts it. */
export const lenient = (): Leniency | null => leniency;

/** Whether a text holds no lone surrogate. */
export const wellFormed = (text: string): boolean => sound || text.isWellFormed();

const validated = <A, O>(codec: Codec<A, O>, u: unknown, source: string): Either<readonly string[], A> => {
  try {
    sound = source.isWellFormed() && !source.includes('\\u');
    const result = codec.validate(u, [{ key: '', type: codec }]);
    return result._tag === 'Right' ? result : left(result.left.slice(0, MAX_ISSUES).map(describe));
  } catch {
    // A getter or a proxy that throws is as malformed as a wrong type.
    return left(['cannot be read']);
  } finally {
    sound = false;
  }
};

/**
 * Decodes; issues are words for a developer, at most {@link MAX_ISSUES}. Never throws. `source` is the JSON that `u` was parsed
 * from, where it is at hand: well-formed and free of escapes, it has no lone surrogate in any of its texts, and none is looked at again.
 * A source that is not at hand counts as one with an escape.
 */
export const decode = <A, O>(codec: Codec<A, O>, u: unknown, source = '\\u'): Either<readonly string[], A> => {
  const outer = leniency;
  leniency = null;
  try {
    return validated(codec, u, source);
  } finally {
    leniency = outer;
  }
};

/**
 * Reads what a service answered, as {@link decode}, but demands only what the caller cannot do without (any box that the specification
 * describes is understood, not only ours): a number may come as text and text as a number. A field that is absent or cannot be read is blank
 * (no text, 0, N, an empty list), or what its {@link withDefault} says, unless it is {@link essential}; an entry of a list that cannot be
 * read is left out. `unread` counts what was there and could not be read.
 */
export const decodeLeniently = <A, O>(
  codec: Codec<A, O>,
  u: unknown,
  source = '\\u',
): { readonly result: Either<readonly string[], A>; readonly unread: number } => {
  const outer = leniency;
  const mine = { unread: 0 };
  leniency = mine;
  try {
    return { result: validated(codec, u, source), unread: mine.unread };
  } finally {
    leniency = outer;
  }
};

/** `JSON.parse` as a value. */
export const parseJson = (source: string): Either<readonly string[], unknown> => {
  try {
    return right(JSON.parse(source));
  } catch {
    return left(['body: not JSON']);
  }
};
