/** Why a value of the code's side does not fit, where the wire form is another and decoding could not tell. */
import type { AnyCodec, Codec, Props } from './codec.ts';
import { expected, isRecord, MAX_ISSUES, Type, wellFormed } from './codec.ts';
import { bytes, diskText, int, isSafe, str } from './scalars.ts';

/** A field of an object. */
export interface Field {
  readonly key: string;
  readonly codec: AnyCodec;
  /** 0 when it may be absent. A number, because to count the needed fields of an object is to add these. */
  readonly needs: 0 | 1;
  /** Whether any text fits: what most fields of a long list are is seen without asking their codec. */
  readonly text: boolean;
  /** Any safe integer from here on fits; not a number when more has to be asked. */
  readonly least: number;
  /** Whether an answer without it is none. */
  readonly isEssential: boolean;
}

/** A part of a value that does not fit its codec. */
interface Fault {
  readonly key: string;
  readonly codec: AnyCodec;
  readonly value: unknown;
}
/** The parts of a value that do not fit; none when it is the whole that does not. */
export type Faults = (u: unknown) => readonly Fault[];

const faultsOf = new WeakMap<AnyCodec, Faults>();

/** Lets {@link explain} look into the values of a codec. */
export const withFaults = <A, O>(codec: Codec<A, O>, faults: Faults): Codec<A, O> => {
  faultsOf.set(codec, faults);
  return codec;
};

/** The faults of a value under a codec. */
export const faultsIn: (codec: AnyCodec, u: unknown) => readonly Fault[] = (codec, u) => faultsOf.get(codec)?.(u) ?? [];

const essentials = new WeakSet<AnyCodec>();

/** Says of a field that an answer, or an entry of a list, cannot be used without it; every other one may be absent from what is read. */
/* @__NO_SIDE_EFFECTS__ */ export const essential = <A, O>({
  name,
  is,
  validate,
  encode,
}: Codec<A, O>): Codec<A, O> => {
  const codec = new Type(name, is, validate, encode);
  essentials.add(codec);
  return codec;
};

export const fieldsOf = (props: Props, needs: Field['needs']): readonly Field[] =>
  Object.entries(props).map(([key, codec]) => ({
    key,
    codec,
    needs,
    text: codec.is === str.is || codec.is === diskText.is,
    least: codec.is === int.is ? -Infinity : codec.is === bytes.is ? 0 : NaN,
    isEssential: essentials.has(codec),
  }));

export const fits = (field: Field, value: unknown): boolean =>
  (typeof value === 'string' ? field.text && wellFormed(value) : isSafe(value) && value >= field.least) ||
  (field.needs === 0 && value === undefined) ||
  field.codec.is(value);

/** The fields of an object that do not fit. */
export const badFields =
  (fields: readonly Field[]): Faults =>
  (u) =>
    isRecord(u)
      ? fields.filter((one) => !fits(one, u[one.key])).map(({ key, codec }) => ({ key, codec, value: u[key] }))
      : [];

/**
 * Why a value of the code's side does not fit: one line a part, as `field.field: expected <codec>`, at most {@link MAX_ISSUES}.
 * {@link decode} cannot tell, where the wire form is another (positional lists).
 */
export const explain = (codec: AnyCodec, u: unknown): readonly string[] => {
  const walk = (part: AnyCodec, value: unknown, path: readonly string[]): readonly string[] => {
    const faults = faultsIn(part, value);
    return faults.length === 0
      ? [expected(path, part.name)]
      : faults.flatMap((fault) => walk(fault.codec, fault.value, [...path, fault.key]));
  };
  return walk(codec, u, ['']).slice(0, MAX_ISSUES);
};
