import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import sharp from 'sharp';
import type { SeenThing } from './kinds.ts';

/** A built box ships the runtime next to this module (`tsdown.config.ts`). From sources it is read from the package. */
const BUILT = fileURLToPath(new URL('faces/', import.meta.url));
const runtime = (end: string): string => {
  const folder = existsSync(BUILT) ? BUILT : join(createRequire(import.meta.url).resolve('onnxruntime-web'), '..');
  return pathToFileURL(join(folder, `ort-wasm-simd-threaded${end}`)).href;
};

/** Problem code of a model; empty if there is none. */
export type ModelTrouble = '' | 'broken' | 'shape' | 'count';

/** Maximum file size, because the file is read into memory at once. The caller checks it first. */
const MOST_BYTES = 128 * 1024 ** 2;
/** Limits of the input side length in pixels, and the length for models with a dynamic size. */
const [LEAST_SIDE, MOST_SIDE, ANY_SIDE] = [8, 640, 224] as const;
/** Maximum number of kinds per picture. */
const MOST_SEEN = 5;

/** Input layout of a model: channels first (PyTorch), or channels last (TensorFlow). */
interface Input {
  readonly name: string;
  readonly height: number;
  readonly width: number;
  readonly coloursFirst: boolean;
}

/** Normalisation of red, green and blue: ImageNet values for PyTorch models, and -1 to 1 for TensorFlow models. */
const MEAN = { first: [0.485, 0.456, 0.406], last: [0.5, 0.5, 0.5] } as const;
const DEVIATION = { first: [0.229, 0.224, 0.225], last: [0.5, 0.5, 0.5] } as const;

const isSide = (side: number): boolean => side >= LEAST_SIDE && side <= MOST_SIDE;
/** A symbolic dimension means any size. */
const sideOf = (side: number | string | undefined): number => (typeof side === 'number' ? side : ANY_SIDE);

const inputOf = ({ inputMetadata: inputs }: InferenceSession): Input | undefined => {
  const [input] = inputs;
  if (input?.isTensor !== true || inputs.length !== 1 || input.type !== 'float32' || input.shape.length !== 4)
    return undefined;
  const [batch, ...rest] = input.shape;
  if (typeof batch === 'number' && batch !== 1) return undefined;
  const coloursFirst = rest[0] === 3;
  if (!coloursFirst && rest[2] !== 3) return undefined;
  const [height, width] = (coloursFirst ? rest.slice(1) : rest.slice(0, 2)).map(sideOf);
  return height !== undefined && width !== undefined && isSide(height) && isSide(width)
    ? { name: input.name, height, width, coloursFirst }
    : undefined;
};

/** Converts RGB bytes to the input tensor of the model. */
const tensorOf = (pixels: Uint8Array, { height, width, coloursFirst }: Input): Tensor => {
  const numbers = new Float32Array(3 * height * width);
  const [mean, deviation] = coloursFirst ? [MEAN.first, DEVIATION.first] : [MEAN.last, DEVIATION.last];
  for (let at = 0; at < height * width; at += 1)
    for (const colour of [0, 1, 2] as const) {
      const value = ((pixels[at * 3 + colour] ?? 0) / 255 - mean[colour]) / deviation[colour];
      numbers[coloursFirst ? colour * height * width + at : at * 3 + colour] = value;
    }
  return new Tensor('float32', numbers, coloursFirst ? [1, 3, height, width] : [1, height, width, 3]);
};

/** Scores from 0 to 1: the model's output itself, or its softmax if it is not a distribution. */
const sharesOf = (numbers: Float32Array): Float32Array => {
  const sum = numbers.reduce((all, each) => all + each, 0);
  if (Math.abs(sum - 1) < 0.01 && numbers.every((each) => each >= 0)) return numbers;
  const most = numbers.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const powers = numbers.map((each) => Math.exp(each - most));
  const all = powers.reduce((one, other) => one + other, 0);
  return powers.map((each) => each / all);
};

/** A third-party model, whose output is not trusted. */
export class OnnxModel {
  readonly #session: InferenceSession;
  readonly #input: Input;
  readonly #kinds: number;

  constructor(session: InferenceSession, input: Input, kinds: number) {
    this.#session = session;
    this.#input = input;
    this.#kinds = kinds;
  }

  /**
   * The best kinds of a picture with at least this score, by label index. @throws if the output changed since the model
   * was checked
   */
  async sort(picture: Uint8Array, least: number): Promise<readonly SeenThing[]> {
    const { height, width } = this.#input;
    const small = sharp(picture).resize(width, height, { fit: 'cover' }).removeAlpha().toColourspace('srgb');
    const numbers = await this.answer(await small.raw().toBuffer());
    if (numbers?.length !== this.#kinds || numbers.some((each) => !Number.isFinite(each)))
      throw new Error('the classifier answers no shares');
    return [...sharesOf(numbers)]
      .map((score, kind) => ({ kind, score }))
      .filter(({ score }) => score >= least)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, MOST_SEEN);
  }

  /** The output for these pixels; undefined if it is not a float tensor. */
  async answer(pixels: Uint8Array): Promise<Float32Array | undefined> {
    const [output] = this.#session.outputNames;
    const said = await this.#session.run({ [this.#input.name]: tensorOf(pixels, this.#input) });
    const tensor = output === undefined ? undefined : said[output];
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
export const openOnnx = async (path: string, kinds: number): Promise<OnnxModel | Exclude<ModelTrouble, ''>> => {
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = { wasm: runtime('.wasm'), mjs: runtime('.mjs') };
  env.logLevel = 'fatal';
  if ((await stat(path)).size > MOST_BYTES) return 'broken';
  let session: InferenceSession;
  try {
    session = await InferenceSession.create(new Uint8Array(await readFile(path)));
  } catch {
    return 'broken';
  }
  const input = inputOf(session);
  if (input === undefined) return 'shape';
  const model = new OnnxModel(session, input, kinds);
  try {
    const numbers = await model.answer(new Uint8Array(3 * input.height * input.width).fill(128));
    if (numbers === undefined) return 'shape';
    return numbers.length === kinds ? model : 'count';
  } catch {
    return 'broken';
  }
};
