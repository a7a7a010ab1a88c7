import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackgroundWorker } from '../../files/background-worker.ts';
import { errnoOf } from '../../../storage/vault/index.ts';
import type { FaceJobs } from '../faces/face-child.ts';
import type { DetectedObject } from './object-kinds.ts';
import { type OwnLabels, parseLabels } from './own-labels.ts';
import type { ObjectTables } from './object-tables.ts';

/**
 * Why the owner's classifier is not used, as a code; `opening` while it is loading. Empty if it is used, or if there is
 * none.
 */
export type OwnClassifierProblem = '' | 'opening' | 'labels' | 'large' | 'broken' | 'shape' | 'count' | 'slow';

/** State of the owner's classifier, for administrators. */
export interface OwnClassifierState {
  /** The folder for it on the disk of the machine. */
  readonly folder: string;
  /** Its file name; empty if there is none. */
  readonly file: string;
  /** Number of kinds. */
  readonly kinds: number;
  readonly trouble: OwnClassifierProblem;
}

export interface OwnClassifierDeps {
  readonly folder: string;
  readonly objects: ObjectTables;
  readonly child: Pick<BackgroundWorker<FaceJobs>, 'call'>;
  /** Called when the known kinds changed. */
  readonly onChanged: () => void;
  readonly onFault: (fault: unknown) => void;
}

const MODEL_FILE = 'model.onnx';
const LABELS_FILE = 'labels.txt';
const MIB = 1024 ** 2;
const MAX_MODEL_BYTES = 128 * MIB;
const MAX_LABELS_BYTES = MIB;
/** Timeouts for loading the model and for one picture, so that a slow model does not block other work. */
const LOAD_TIMEOUT_MS = 60_000;
const CLASSIFY_TIMEOUT_MS = 20_000;
/** After this many consecutive failures the cause is assumed to be the model, not the pictures. */
const MAX_CONSECUTIVE_FAILURES = 3;

/**
 * A classifier that the owner of the machine installs in a folder of the box, as ONNX with labels (PHOTO-16). The
 * folder is checked when recognition starts and on request. An unusable classifier is reported and ignored.
 */
export class OwnClassifier {
  readonly #deps: OwnClassifierDeps;
  #checkedVersion = '';
  #state: OwnClassifierState;
  #labels: OwnLabels | null = null;
  #failures = 0;
  #currentCheck: Promise<void> = Promise.resolve();

  constructor(deps: OwnClassifierDeps) {
    this.#deps = deps;
    this.#state = { folder: deps.folder, file: '', kinds: 0, trouble: '' };
  }

  get state(): OwnClassifierState {
    return this.#state;
  }

  get isReady(): boolean {
    return this.#labels !== null;
  }

  /** Checks the folder now. */
  check(): Promise<void> {
    return (this.#currentCheck = this.#currentCheck.then(() => this.#checkFolder()).catch(this.#deps.onFault));
  }

  /** Classifies a picture; null if the model failed. */
  async classify(picture: Uint8Array, least: number, signal: AbortSignal): Promise<readonly DetectedObject[] | null> {
    const labels = this.#labels;
    if (labels === null) return null;
    try {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(CLASSIFY_TIMEOUT_MS)]);
      const path = join(this.#deps.folder, MODEL_FILE);
      const seen = await this.#deps.child.call(
        'sort',
        { picture, path, kinds: labels.numbers.length, least },
        deadline,
      );
      this.#failures = 0;
      return highestScores(seen.flatMap(({ kind, score }) => ({ kind: labels.numbers[kind] ?? -1, score })));
    } catch (failure) {
      if (signal.aborted) return null;
      this.#deps.onFault(failure);
      this.#failures += 1;
      if (this.#failures >= MAX_CONSECUTIVE_FAILURES) this.#reject(isTimeout(failure) ? 'slow' : 'broken');
      return null;
    }
  }

  async #checkFolder(): Promise<void> {
    const { folder, objects } = this.#deps;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const [model, text] = [
      await readRegularFile(join(folder, MODEL_FILE), 0),
      await readRegularFile(join(folder, LABELS_FILE), MAX_LABELS_BYTES),
    ];
    const version = model === null ? '' : `${model.version} ${text?.version ?? ''}`;
    if (version === this.#checkedVersion && (version !== '' || objects.ownVersion === '')) return;
    this.#checkedVersion = version;
    this.#labels = null;
    this.#failures = 0;
    this.#state = { folder, file: model === null ? '' : MODEL_FILE, kinds: 0, trouble: '' };
    if (model === null) {
      this.#activate('', []);
      return;
    }
    const labels = text === null ? undefined : parseLabels(text.content);
    if (model.size > MAX_MODEL_BYTES) this.#reject('large');
    else if (labels === undefined) this.#reject('labels');
    else {
      this.#state = { ...this.#state, trouble: 'opening' };
      const problem = await this.#load(join(folder, MODEL_FILE), labels.numbers.length);
      if (problem !== '') this.#reject(problem);
      else {
        this.#activate(version, labels.kinds);
        this.#labels = labels;
        this.#state = { ...this.#state, kinds: labels.kinds.length, trouble: '' };
      }
    }
  }

  async #load(path: string, kinds: number): Promise<OwnClassifierProblem> {
    try {
      return await this.#deps.child.call('open', { path, kinds }, AbortSignal.timeout(LOAD_TIMEOUT_MS));
    } catch (failure) {
      return isTimeout(failure) ? 'slow' : 'broken';
    }
  }

  #activate(version: string, kinds: OwnLabels['kinds']): void {
    const { onChanged, objects } = this.#deps;
    if (objects.ownVersion === version) return;
    objects.replaceOwnClassifier(version, kinds);
    onChanged();
  }

  #reject(problem: OwnClassifierProblem): void {
    this.#labels = null;
    this.#state = { ...this.#state, kinds: 0, trouble: problem };
    this.#activate('', []);
  }
}

const isTimeout = (failure: unknown): boolean => failure instanceof Error && failure.name === 'TimeoutError';

/**
 * Reads a regular file, never a link or a pipe: its version, size, and content up to `most` bytes. The content of a
 * larger file is empty.
 */
const readRegularFile = async (
  path: string,
  maxBytes: number,
): Promise<{ readonly version: string; readonly size: number; readonly content: string } | null> => {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return null;
      const content = stat.size <= maxBytes ? await file.readFile('utf8') : '';
      return { version: `${stat.ino}.${stat.size}.${stat.mtimeMs}`, size: stat.size, content };
    } finally {
      await file.close();
    }
  } catch (failure) {
    const code = errnoOf(failure);
    if (code === 'ENOENT' || code === 'ELOOP') return null;
    throw failure;
  }
};

/** Merges label lines with the same kind: the highest score counts. */
const highestScores = (seen: readonly DetectedObject[]): readonly DetectedObject[] => {
  const best = new Map<number, number>();
  for (const { kind, score } of seen) best.set(kind, Math.max(score, best.get(kind) ?? 0));
  return [...best].map(([kind, score]) => ({ kind, score }));
};
