import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as core from '@tensorflow/tfjs-core';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as faceapi from '@vladmandic/face-api/dist/face-api.node-wasm.js';
import type { DetectedFace } from './face.ts';

/**
 * A built box ships these files next to this module (`tsdown.config.ts`). From sources they are read from the packages.
 */
const BUILT_MODELS = fileURLToPath(new URL('faces/', import.meta.url));
const isBuilt = existsSync(BUILT_MODELS);
const packaged = createRequire(import.meta.url);
const modelFolder = (): string =>
  isBuilt ? BUILT_MODELS : join(packaged.resolve('@vladmandic/face-api/package.json'), '..', 'model');
const wasmFolder = (): string =>
  isBuilt ? BUILT_MODELS : join(packaged.resolve('@tensorflow/tfjs-backend-wasm/package.json'), '..', 'dist');

const { tf } = faceapi;
type Tensor = core.Tensor;

/**
 * Adds the tensor methods that the models use. The full TensorFlow package has them but is six times as large; the core
 * has only functions.
 */
const addTensorMethods = (): void => {
  const shaped = (x: Tensor, ...shape: number[]): Tensor => core.reshape(x, shape);
  Object.assign(core.Tensor.prototype, {
    as1D: method((x) => core.reshape(x, [x.size])),
    as2D: method(shaped),
    as3D: method(shaped),
    as4D: method(shaped),
    mul: method(core.mul),
    div: method(core.div),
    sub: method(core.sub),
    mean: method(core.mean),
  });
};
const method = <A extends readonly unknown[]>(work: (x: Tensor, ...rest: A) => Tensor) =>
  function (this: Tensor, ...rest: A): Tensor {
    return work(this, ...rest);
  };

type NamedTensors = ReturnType<typeof tf.io.decodeWeights>;

interface FaceNet {
  loadFromWeightMap(weights: NamedTensors): void;
}

const loadWeights = (net: FaceNet, name: string): void => {
  const folder = modelFolder();
  // The file is part of the package and shipped with the box.
  const groups = JSON.parse(readFileSync(join(folder, `${name}-weights_manifest.json`), 'utf8')) as readonly {
    readonly weights: Parameters<typeof tf.io.decodeWeights>[1];
  }[];
  const bytes = readFileSync(join(folder, `${name}.bin`));
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  net.loadFromWeightMap(
    tf.io.decodeWeights(
      buffer,
      groups.flatMap(({ weights }) => weights),
    ),
  );
};

/** Loads the models. @throws if this machine cannot run them */
export const loadFaceModels = async (): Promise<void> => {
  addTensorMethods();
  setWasmPaths(wasmFolder().endsWith('/') ? wasmFolder() : `${wasmFolder()}/`);
  if (!(await core.setBackend('wasm'))) throw new Error('WebAssembly does not run here');
  await core.ready();
  loadWeights(faceapi.nets.ssdMobilenetv1, 'ssd_mobilenetv1_model');
  loadWeights(faceapi.nets.faceLandmark68Net, 'face_landmark_68_model');
  loadWeights(faceapi.nets.faceRecognitionNet, 'face_recognition_model');
};

/** A decoded picture, three bytes per pixel. */
export interface DecodedPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Maximum number of faces per picture. */
const MAX_FACES_PER_PICTURE = 60;

/** Faces with at least this score, sorted by score. */
export const facesIn = async (
  { data, width, height }: DecodedPicture,
  minScore: number,
): Promise<readonly DetectedFace[]> => {
  const picture = tf.tensor3d(data, [height, width, 3], 'int32');
  try {
    const options = new faceapi.SsdMobilenetv1Options({ minConfidence: minScore, maxResults: MAX_FACES_PER_PICTURE });
    const found = await faceapi.detectAllFaces(picture, options).withFaceLandmarks().withFaceDescriptors();
    return found
      .map(({ detection: { box, score }, descriptor }) => ({
        x: clampFraction(box.x / width),
        y: clampFraction(box.y / height),
        score,
        descriptor: Float32Array.from(descriptor),
        width: clampFraction(box.width / width),
        height: clampFraction(box.height / height),
      }))
      .toSorted((one, other) => other.score - one.score);
  } finally {
    picture.dispose();
  }
};

const clampFraction = (share: number): number => Math.min(1, Math.max(0, share));
