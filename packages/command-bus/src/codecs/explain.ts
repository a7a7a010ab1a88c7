/** Why a value of the code's side does not fit, where the wire form is another and decoding could not tell. */
import type { AnyCodec, Codec, Props } from './codec.ts';
import { expected, isRecord, MAX_ISSUES, wellFormed } from './codec.ts';
import { diskText, int, isSafe, str } from './scalars.ts';

// What most fields of a long list are, seen without asking their codec: any text, or any safe integer.
const TEXT = 1;
const INTEGER = 2;

/** A field of an object, and whether it may be absent. */
export interface Field {
  readonly key: string;
  readonly codec: AnyCodec;
  readonly may: boolean;
  readonly plain: typeof TEXT | typeof INTEGER | 0;
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

export const fieldsOf = (props: Props, may: boolean): readonly Field[] =>
  Object.entries(props).map(([key, codec]) => ({
    key,
    codec,
    may,
    plain: codec === str || codec === diskText ? TEXT : codec === int ? INTEGER : 0,
  }));

export const fits = ({ codec, may, plain }: Field, value: unknown): boolean =>
  (typeof value === 'string' && plain === TEXT && wellFormed(value)) ||
  (plain === INTEGER && isSafe(value)) ||
  (may && value === undefined) ||
  codec.is(value);

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
