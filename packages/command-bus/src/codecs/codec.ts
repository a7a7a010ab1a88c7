/**
 * The codec type, and the only module that imports values from io-ts, so that the library behind the codecs can be
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

/** The most issues a decode reports: a malicious megabyte of input must not become a gigabyte of messages. */
export const MAX_ISSUES = 8;

export type Props = Readonly<Record<string, AnyCodec>>;

/** A plain object: neither null nor an array. */
export const isRecord = (u: unknown): u is Readonly<Record<string, unknown>> =>
  typeof u === 'object' && u !== null && !Array.isArray(u);

/** The validation context of a child value. */
export const childContext = (context: Context, key: string, type: AnyCodec, actual: unknown): Context => [
  ...context,
  { key, type, actual },
];

/**
 * The text of an issue: the path (the root has no name) and what was expected there. Never the value, which may be a
 * secret.
 */
export const issueText = (path: readonly string[], what: string): string =>
  `${path.join('.').slice(1) || 'value'}: expected ${what}`;

const describeIssue = ({ context, message }: ValidationError): string =>
  issueText(
    context.map((entry) => entry.key),
    message ?? context.at(-1)?.type.name ?? '',
  );

// A decode runs synchronously from start to end, so its state can live in module variables.
let isSourceWellFormed = false;
let currentLenientRead: LenientRead | null = null;

/** State of a lenient read; `unread` counts the values that were left out. */
export interface LenientRead {
  unread: number;
}

/**
 * Non-null while a reply is decoded leniently: a codec then converts a value that does not fit, or leaves it out and
 * counts it.
 */
export const lenientRead = (): LenientRead | null => currentLenientRead;

/** Whether a text holds no lone surrogate. */
export const isWellFormed = (text: string): boolean => isSourceWellFormed || text.isWellFormed();

const validateValue = <A, O>(codec: Codec<A, O>, u: unknown, source: string): Either<readonly string[], A> => {
  try {
    isSourceWellFormed = source.isWellFormed() && !source.includes('\\u');
    const result = codec.validate(u, [{ key: '', type: codec }]);
    return result._tag === 'Right' ? result : left(result.left.slice(0, MAX_ISSUES).map(describeIssue));
  } catch {
    // A getter or a proxy that throws is as malformed as a wrong type.
    return left(['cannot be read']);
  } finally {
    isSourceWellFormed = false;
  }
};

/**
 * Decodes a value. Issues are texts for a developer, at most {@link MAX_ISSUES}. Never throws. `source` is the JSON
 * that `u` was parsed from, if the caller has it: when it is well-formed and free of escapes, none of its texts can
 * hold a lone surrogate, and the check of each text is skipped. A missing source counts as one with an escape.
 */
export const decode = <A, O>(codec: Codec<A, O>, u: unknown, source = '\\u'): Either<readonly string[], A> => {
  const outer = currentLenientRead;
  currentLenientRead = null;
  try {
    return validateValue(codec, u, source);
  } finally {
    currentLenientRead = outer;
  }
};

/**
 * Decodes a reply of a service like {@link decode}, but requires only what the caller cannot do without, so that every
 * box that meets the specification is understood. A number may arrive as text and text as a number. A field that is
 * absent or unreadable becomes blank (empty text, 0, N, an empty list) or the value of its {@link withDefault}, unless
 * it is {@link essential}; an unreadable list entry is left out. `unread` counts the values that were present but could
 * not be read.
 */
export const decodeLeniently = <A, O>(
  codec: Codec<A, O>,
  u: unknown,
  source = '\\u',
): { readonly result: Either<readonly string[], A>; readonly unread: number } => {
  const outer = currentLenientRead;
  const own = { unread: 0 };
  currentLenientRead = own;
  try {
    return { result: validateValue(codec, u, source), unread: own.unread };
  } finally {
    currentLenientRead = outer;
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
