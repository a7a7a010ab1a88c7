import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import sharp from 'sharp';
import type { DetectedObject } from './object-kinds.ts';

/** A built box ships the runtime next to this module (`tsdown.config.ts`). From sources it is read from the package. */
const BUILT_RUNTIME = fileURLToPath(new URL('faces/', import.meta.url));
const runtimeUrl = (end: string): string => {
  const folder = existsSync(BUILT_RUNTIME)
    ? BUILT_RUNTIME
    : join(createRequire(import.meta.url).resolve('onnxruntime-web'), '..');
  return pathToFileURL(join(folder, `ort-wasm-simd-threaded${end}`)).href;
};

/** Problem code of a model; empty if there is none. */
export type ModelProblem = '' | 'broken' | 'shape' | 'count';

/** Maximum file size, because the file is read into memory at once. The caller checks it first. */
const MAX_MODEL_BYTES = 128 * 1024 ** 2;
/** Limits of the input side length in pixels, and the length for models with a dynamic size. */
const [MIN_SIDE_PX, MAX_SIDE_PX, DEFAULT_SIDE_PX] = [8, 640, 224] as const;
/** Maximum number of kinds per picture. */
const MAX_KINDS_PER_PICTURE = 5;

/** Input layout of a model: channels first (PyTorch), or channels last (TensorFlow). */
interface ModelInput {
  readonly name: string;
  readonly height: number;
  readonly width: number;
  readonly isChannelsFirst: boolean;
}

/** Normalisation of red, green and blue: ImageNet values for PyTorch models, and -1 to 1 for TensorFlow models. */
const MEAN = { first: [0.485, 0.456, 0.406], last: [0.5, 0.5, 0.5] } as const;
const DEVIATION = { first: [0.229, 0.224, 0.225], last: [0.5, 0.5, 0.5] } as const;

const isValidSide = (side: number): boolean => side >= MIN_SIDE_PX && side <= MAX_SIDE_PX;
/** A symbolic dimension means any size. */
const sideOf = (side: number | string | undefined): number => (typeof side === 'number' ? side : DEFAULT_SIDE_PX);

const parseInput = ({ inputMetadata: inputs }: InferenceSession): ModelInput | undefined => {
  const [input] = inputs;
  if (input?.isTensor !== true || inputs.length !== 1 || input.type !== 'float32' || input.shape.length !== 4)
    return undefined;
  const [batch, ...rest] = input.shape;
  if (typeof batch === 'number' && batch !== 1) return undefined;
  const isChannelsFirst = rest[0] === 3;
  if (!isChannelsFirst && rest[2] !== 3) return undefined;
  const [height, width] = (isChannelsFirst ? rest.slice(1) : rest.slice(0, 2)).map(sideOf);
  return height !== undefined && width !== undefined && isValidSide(height) && isValidSide(width)
    ? { name: input.name, height, width, isChannelsFirst }
    : undefined;
};

/** Converts RGB bytes to the input tensor of the model. */
const tensorOf = (pixels: Uint8Array, { height, width, isChannelsFirst }: ModelInput): Tensor => {
  const numbers = new Float32Array(3 * height * width);
  const [mean, deviation] = isChannelsFirst ? [MEAN.first, DEVIATION.first] : [MEAN.last, DEVIATION.last];
  for (let at = 0; at < height * width; at += 1)
    for (const colour of [0, 1, 2] as const) {
      const value = ((pixels[at * 3 + colour] ?? 0) / 255 - mean[colour]) / deviation[colour];
      numbers[isChannelsFirst ? colour * height * width + at : at * 3 + colour] = value;
    }
  return new Tensor('float32', numbers, isChannelsFirst ? [1, 3, height, width] : [1, height, width, 3]);
};

/** Scores from 0 to 1: the model's output itself, or its softmax if it is not a distribution. */
const toScores = (numbers: Float32Array): Float32Array => {
  const sum = numbers.reduce((all, each) => all + each, 0);
  if (Math.abs(sum - 1) < 0.01 && numbers.every((each) => each >= 0)) return numbers;
  const max = numbers.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const powers = numbers.map((each) => Math.exp(each - max));
  const all = powers.reduce((one, other) => one + other, 0);
  return powers.map((each) => each / all);
};

/** A third-party model, whose output is not trusted. */
export class OnnxModel {
  readonly #session: InferenceSession;
  readonly #input: ModelInput;
  readonly #kinds: number;

  constructor(session: InferenceSession, input: ModelInput, kinds: number) {
    this.#session = session;
    this.#input = input;
    this.#kinds = kinds;
  }

  /**
   * The best kinds of a picture with at least this score, by label index. @throws if the output changed since the model
   * was checked
   */
  async classify(picture: Uint8Array, minScore: number): Promise<readonly DetectedObject[]> {
    const { height, width } = this.#input;
    const small = sharp(picture).resize(width, height, { fit: 'cover' }).removeAlpha().toColourspace('srgb');
    const numbers = await this.run(await small.raw().toBuffer());
    if (numbers?.length !== this.#kinds || numbers.some((each) => !Number.isFinite(each)))
      throw new Error('the classifier returned no valid scores');
    return [...toScores(numbers)]
      .map((score, kind) => ({ kind, score }))
      .filter(({ score }) => score >= minScore)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, MAX_KINDS_PER_PICTURE);
  }

  /** The output for these pixels; undefined if it is not a float tensor. */
  async run(pixels: Uint8Array): Promise<Float32Array | undefined> {
    const [output] = this.#session.outputNames;
    const outputs = await this.#session.run({ [this.#input.name]: tensorOf(pixels, this.#input) });
    const tensor = output === undefined ? undefined : outputs[output];
    return tensor?.data instanceof Float32Array ? tensor.data : undefined;
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

/**
 * Loads a model with this number of kinds and runs it once on a blank picture. It gets only the bytes, so external data
 * that it references is not read.
 */
export const loadOnnxModel = async (path: string, kinds: number): Promise<OnnxModel | Exclude<ModelProblem, ''>> => {
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = { wasm: runtimeUrl('.wasm'), mjs: runtimeUrl('.mjs') };
  env.logLevel = 'fatal';
  if ((await stat(path)).size > MAX_MODEL_BYTES) return 'broken';
  let session: InferenceSession;
  try {
    session = await InferenceSession.create(new Uint8Array(await readFile(path)));
  } catch {
    return 'broken';
  }
  const input = parseInput(session);
  if (input === undefined) return 'shape';
  const model = new OnnxModel(session, input, kinds);
  try {
    const numbers = await model.run(new Uint8Array(3 * input.height * input.width).fill(128));
    if (numbers === undefined) return 'shape';
    return numbers.length === kinds ? model : 'count';
  } catch {
    return 'broken';
  }
};
