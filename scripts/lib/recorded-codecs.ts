// The codecs of the SDKs, with a record of how each was made. Codecs are functions without this information, and every program that uses an SDK
// would have to carry it. Only the generator of the JSON Schemas uses these.
import type { AnyCodec, Codec } from '../../packages/command-bus/src/codecs/index.ts';
import * as real from '../../packages/command-bus/src/codecs/index.ts';

export type Shape =
  | { readonly kind: 'struct'; readonly required: Fields; readonly optional: Fields; readonly name: string }
  | {
      readonly kind: 'positional';
      readonly fields: Fields;
      readonly rest: { readonly key: string; readonly codec: AnyCodec } | null;
    }
  | { readonly kind: 'list'; readonly item: AnyCodec; readonly min: number; readonly max: number }
  | {
      readonly kind: 'pairs';
      readonly first: string;
      readonly second: string;
      readonly item: AnyCodec;
      readonly max: number;
    }
  | { readonly kind: 'map'; readonly value: AnyCodec }
  | { readonly kind: 'either'; readonly of: readonly AnyCodec[] }
  | { readonly kind: 'as'; readonly inner: AnyCodec; readonly rule?: string }
  | {
      readonly kind: 'text';
      readonly min?: number;
      readonly max?: number;
      readonly pattern?: RegExp;
      readonly name?: string;
    }
  | { readonly kind: 'integer'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'number' }
  | { readonly kind: 'words'; readonly known: readonly string[] }
  | { readonly kind: 'literals'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'number as text'; readonly inner: AnyCodec }
  | { readonly kind: 'JSON as text'; readonly inner: AnyCodec }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'object' }
  | { readonly kind: 'anything' };
type Fields = Readonly<Record<string, AnyCodec>>;

const shapes = new WeakMap<AnyCodec, Shape>();

/** How a codec was made; undefined for one with its own rule. */
export const shapeOf = (codec: AnyCodec): Shape | undefined => shapes.get(codec);

/** A copy of a codec, so that its record is separate from that of a codec with the same parts. */
const made = <C extends AnyCodec>(codec: C, shape: Shape): C => {
  shapes.set(codec, shape);
  return codec;
};

for (const [codec, shape] of [
  [real.str, { kind: 'text' }],
  [real.diskText, { kind: 'text' }],
  [real.wirePath, { kind: 'text', max: 4096, pattern: /^\//, name: 'path' }],
  [real.num, { kind: 'number' }],
  [real.int, { kind: 'integer' }],
  [real.bytes, { kind: 'integer', min: 0 }],
  [real.flag, { kind: 'literals', values: [0, 1] }],
  [real.yesNo, { kind: 'literals', values: ['Y', 'N'] }],
  [real.json, { kind: 'object' }],
  [real.anything, { kind: 'anything' }],
  [real.nothing, { kind: 'struct', required: {}, optional: {}, name: 'object' }],
  [real.noArguments, { kind: 'positional', fields: {}, rest: null }],
] as const)
  made(codec, shape);
made(real.flagText, { kind: 'number as text', inner: real.flag });

// oxlint-disable-next-line export -- the recorded codec replaces the original
export * from '../../packages/command-bus/src/codecs/index.ts';

export const struct: typeof real.struct = (required, optional, name?: string) =>
  made(real.struct(required, optional, name), {
    kind: 'struct',
    required,
    optional: optional ?? {},
    name: name ?? 'object',
  });
export const positional: typeof real.positional = (fields, rest) =>
  made(real.positional(fields, rest), { kind: 'positional', fields, rest: rest ?? null });
export const list: typeof real.list = (item, max?: number) =>
  made(real.list(item, max), { kind: 'list', item, min: 0, max: max ?? Infinity });
export const shortList: typeof real.shortList = (item, min, max) =>
  made(real.shortList(item, min, max), { kind: 'list', item, min, max });
export const flatPairs: typeof real.flatPairs = (first, second, item, max) =>
  made(real.flatPairs(first, second, item, max), { kind: 'pairs', first, second, item, max });
export const mapOf: typeof real.mapOf = (value) => made(real.mapOf(value), { kind: 'map', value });
export const either: typeof real.either = (first, second) =>
  made(real.either(first, second), { kind: 'either', of: [first, second] });
export const orJsonText: typeof real.orJsonText = (inner) => made(real.orJsonText(inner), { kind: 'as', inner });
export const where: typeof real.where = (name, inner, holds) =>
  made(real.where(name, inner, holds), { kind: 'as', inner, rule: name });
export const essential: typeof real.essential = (inner) => made(real.essential(inner), { kind: 'as', inner });
export const withDefault: typeof real.withDefault = (inner, absent) =>
  made(real.withDefault(inner, absent), { kind: 'as', inner });
export const text: typeof real.text = (min, max) => made(real.text(min, max), { kind: 'text', min, max });
export const matching: typeof real.matching = (name, pattern) =>
  made(real.matching(name, pattern), { kind: 'text', pattern, name });
export const intBetween: typeof real.intBetween = (min, max) =>
  made(real.intBetween(min, max), { kind: 'integer', min, max });
export const refine: typeof real.refine = (name, is) =>
  made(real.refine(name, is), name === 'boolean' ? { kind: 'boolean' } : { kind: 'rule', name });
export const oneOf: typeof real.oneOf = (values) => made(real.oneOf(values), { kind: 'literals', values });
/** In the SDK this is `str` itself; here each use has its own record. */
export const known: typeof real.known = (words) =>
  made(
    real.refine('string', (u): u is string => real.str.is(u)),
    { kind: 'words', known: words },
  );
export const intText: typeof real.intText = (inner?: Codec<number>) =>
  made(real.intText(inner), { kind: 'number as text', inner: inner ?? real.int });
export const jsonText: typeof real.jsonText = (inner) => made(real.jsonText(inner), { kind: 'JSON as text', inner });
