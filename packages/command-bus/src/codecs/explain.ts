/**
 * Explains why a decoded-form value does not fit its codec, where the wire form differs and decoding cannot report it.
 */
import type { AnyCodec, Codec, Props } from './codec.ts';
import { issueText, isRecord, MAX_ISSUES, Type, isWellFormed } from './codec.ts';
import { bytes, diskText, int, isSafeInt, str } from './scalars.ts';

/** A field of an object. */
export interface CodecField {
  readonly key: string;
  readonly codec: AnyCodec;
  /**
   * 1 for a required field, 0 for an optional one. A number, so that required fields can be counted by adding it up.
   */
  readonly requiredCount: 0 | 1;
  /** Whether any text fits. Most fields of long lists do, and then the codec does not have to be called. */
  readonly acceptsAnyText: boolean;
  /** Smallest safe integer that fits; NaN when the codec has to decide. */
  readonly minInteger: number;
  /** Whether a reply (or list entry) without this field is unusable. */
  readonly isEssential: boolean;
}

/** A child value that does not fit its codec. */
interface ValueFault {
  readonly key: string;
  readonly codec: AnyCodec;
  readonly value: unknown;
}
/** The child values that do not fit; empty when the value as a whole does not fit. */
export type FindFaults = (u: unknown) => readonly ValueFault[];

const faultsOf = new WeakMap<AnyCodec, FindFaults>();

/** Registers the fault function of a codec, so that {@link explain} can look into its values. */
export const withFaults = <A, O>(codec: Codec<A, O>, faults: FindFaults): Codec<A, O> => {
  faultsOf.set(codec, faults);
  return codec;
};

/** The faults of a value under a codec. */
export const faultsIn: (codec: AnyCodec, u: unknown) => readonly ValueFault[] = (codec, u) =>
  faultsOf.get(codec)?.(u) ?? [];

const essentialCodecs = new WeakSet<AnyCodec>();

/** Marks a field that a reply, or a list entry, cannot be used without. All other fields may be absent from a reply. */
/* @__NO_SIDE_EFFECTS__ */ export const essential = <A, O>({
  name,
  is,
  validate,
  encode,
}: Codec<A, O>): Codec<A, O> => {
  const codec = new Type(name, is, validate, encode);
  essentialCodecs.add(codec);
  return codec;
};

export const fieldsOf = (props: Props, requiredCount: CodecField['requiredCount']): readonly CodecField[] =>
  Object.entries(props).map(([key, codec]) => ({
    key,
    codec,
    requiredCount,
    acceptsAnyText: codec.is === str.is || codec.is === diskText.is,
    minInteger: codec.is === int.is ? -Infinity : codec.is === bytes.is ? 0 : NaN,
    isEssential: essentialCodecs.has(codec),
  }));

export const fitsField = (field: CodecField, value: unknown): boolean =>
  (typeof value === 'string'
    ? field.acceptsAnyText && isWellFormed(value)
    : isSafeInt(value) && value >= field.minInteger) ||
  (field.requiredCount === 0 && value === undefined) ||
  field.codec.is(value);

/** The fields of an object that do not fit. */
export const findBadFields =
  (fields: readonly CodecField[]): FindFaults =>
  (u) =>
    isRecord(u)
      ? fields.filter((one) => !fitsField(one, u[one.key])).map(({ key, codec }) => ({ key, codec, value: u[key] }))
      : [];

/**
 * Explains why a decoded-form value does not fit: one line for each fault, as `field.field: expected <codec>`, at most
 * {@link MAX_ISSUES}. {@link decode} cannot do this where the wire form differs (positional lists).
 */
export const explain = (codec: AnyCodec, u: unknown): readonly string[] => {
  const explainPart = (part: AnyCodec, value: unknown, path: readonly string[]): readonly string[] => {
    const faults = faultsIn(part, value);
    return faults.length === 0
      ? [issueText(path, part.name)]
      : faults.flatMap((fault) => explainPart(fault.codec, fault.value, [...path, fault.key]));
  };
  return explainPart(codec, u, ['']).slice(0, MAX_ISSUES);
};
