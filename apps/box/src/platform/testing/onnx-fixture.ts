/** A tiny ONNX classifier, encoded as protobuf by hand: the mean of each colour decides the class. */

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left];
    bytes.push((left % 128) + 128);
  }
};
const int = (field: number, value: number): number[] => [...varint(field * 8), ...varint(value)];
const bytes = (field: number, content: readonly number[]): number[] => [
  ...varint(field * 8 + 2),
  ...varint(content.length),
  ...content,
];
const text = (field: number, content: string): number[] => bytes(field, [...Buffer.from(content)]);

const FLOAT = 1;
const shaped = (name: string, sides: readonly number[]): number[] => {
  const shape = bytes(
    2,
    sides.flatMap((side) => bytes(1, int(1, side))),
  );
  return [...text(1, name), ...bytes(2, bytes(1, [...int(1, FLOAT), ...shape]))];
};
const weights = (name: string, sides: readonly number[], numbers: Float32Array): number[] => [
  ...sides.flatMap((side) => int(1, side)),
  ...int(2, FLOAT),
  ...text(8, name),
  ...bytes(9, [...new Uint8Array(numbers.buffer)]),
];
const AXIS = bytes(5, [...text(1, 'axis'), ...int(3, 1), ...int(20, 2)]);
const step = (what: string, from: readonly string[], to: string, more: readonly number[] = []): number[] =>
  bytes(1, [...from.flatMap((name) => text(1, name)), ...text(2, to), ...text(4, what), ...more]);

/** Weight of a colour for its class. */
const STRENGTH = 3;

/**
 * A model with `kinds` classes: a red picture is the third last class, a green one the second last, a blue one the
 * last. `input` is the shape of its input.
 */
export const createOnnxModel = (kinds: number, input: readonly number[] = [1, 3, 64, 64]): Uint8Array => {
  const numbers = new Float32Array(3 * kinds);
  for (const colour of [0, 1, 2]) numbers[colour * kinds + kinds - 3 + colour] = STRENGTH;
  const graph = [
    ...step('GlobalAveragePool', ['x'], 'mean'),
    ...step('Flatten', ['mean'], 'flat', AXIS),
    ...step('MatMul', ['flat', 'w'], 'said'),
    ...step('Softmax', ['said'], 'y', AXIS),
    ...text(2, 'made'),
    ...bytes(5, weights('w', [3, kinds], numbers)),
    ...bytes(11, shaped('x', input)),
    ...bytes(12, shaped('y', [1, kinds])),
  ];
  return new Uint8Array([...int(1, 8), ...bytes(8, [...text(1, ''), ...int(2, 13)]), ...bytes(7, graph)]);
};
