/** Adversarial input: values that break naive decoders, alone and in place of any part of a valid value. */
import { isRecord } from '@boxwood/command-bus/codecs';
import fc from 'fast-check';

const nested = (depth: number, open: string, close: string, core: string): unknown =>
  JSON.parse(open.repeat(depth) + core + close.repeat(depth));

/** Values that JSON can represent. */
const jsonTraps: readonly unknown[] = [
  null,
  true,
  '',
  '\u0000',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '0x10',
  ' 1',
  '9007199254740993',
  -1,
  0.5,
  1e308,
  9007199254740992,
  '\ud800',
  '\udfff\ud800',
  '/mnt/../etc/passwd',
  '/mnt/usb1/a\u0000b',
  JSON.parse('{"__proto__":{"path":"/","admin":1}}'),
  JSON.parse('{"constructor":{"prototype":{"is":1}}}'),
  nested(400, '[', ']', '1'),
  nested(400, '{"a":', '}', '1'),
  Array.from({ length: 20_000 }, (_, i) => i),
  Array.from({ length: 5000 }, () => ({ n: 1, t: 'x' })),
  'x'.repeat(200_000),
  [],
  {},
  [[]],
];

/** An adversarial value that JSON text can represent. */
export const adversarialJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...jsonTraps) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** An adversarial value in memory, including what JSON cannot represent. */
export const adversarialValue: fc.Arbitrary<unknown> = fc.oneof(
  adversarialJson,
  fc.bigInt(),
  fc.constantFrom<unknown>(
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Symbol('x'),
    () => 1,
    new Date(0),
    new Map(),
  ),
  fc.constant(null).map(() => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    return circle;
  }),
  fc.constant(null).map(
    (): unknown =>
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('trap');
          },
          ownKeys: () => {
            throw new Error('trap');
          },
        },
      ),
  ),
  fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true, withTypedArray: true }),
);

type Path = readonly (string | number)[];

/** Every path inside a value. */
const placesOf = (value: unknown, path: Path = []): readonly Path[] => {
  if (path.length > 6) return [path];
  if (Array.isArray(value)) return [path, ...value.slice(0, 3).flatMap((part, i) => placesOf(part, [...path, i]))];
  if (isRecord(value)) return [path, ...Object.entries(value).flatMap(([key, part]) => placesOf(part, [...path, key]))];
  return [path];
};

/** Marks a field as removed. */
export const MISSING = Symbol('missing');

const replaced = (value: unknown, path: Path, put: unknown): unknown => {
  const [head, ...rest] = path;
  if (head === undefined) return put === MISSING ? undefined : put;
  if (Array.isArray(value)) {
    const copy: unknown[] = value.map((part: unknown, i) => (i === head ? replaced(part, rest, put) : part));
    return put === MISSING && rest.length === 0 ? copy.filter((_, i) => i !== head) : copy;
  }
  const entries = Object.entries(isRecord(value) ? value : {});
  const kept = put === MISSING && rest.length === 0 ? entries.filter(([key]) => key !== head) : entries;
  return Object.fromEntries(kept.map(([key, part]) => [key, key === head ? replaced(part, rest, put) : part]));
};

/** A valid value with one place replaced by an adversarial value, or removed. */
export const corruptedValue = (good: unknown, adversarial: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.constantFrom(...placesOf(good)), fc.oneof(adversarial, fc.constant(MISSING)))
    .map(([path, put]) => replaced(good, path, put));
