import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Thread } from '../../files/thread.ts';
import { errnoOf } from '../../vault/index.ts';
import type { FaceJobs } from '../faces/face-child.ts';
import type { SeenThing } from './kinds.ts';
import { type OwnLabels, readLabels } from './labels.ts';
import type { ThingTables } from './thing-tables.ts';

/**
 * Why the owner's classifier is not used, as a code; `opening` while it is loading. Empty if it is used, or if there is
 * none.
 */
export type OwnTrouble = '' | 'opening' | 'labels' | 'large' | 'broken' | 'shape' | 'count' | 'slow';

/** State of the owner's classifier, for administrators. */
export interface OwnState {
  /** The folder for it on the disk of the machine. */
  readonly folder: string;
  /** Its file name; empty if there is none. */
  readonly file: string;
  /** Number of kinds. */
  readonly kinds: number;
  readonly trouble: OwnTrouble;
}

export interface OwnModelDeps {
  readonly folder: string;
  readonly things: ThingTables;
  readonly child: Pick<Thread<FaceJobs>, 'call'>;
  /** Called when the known kinds changed. */
  readonly onChanged: () => void;
  readonly onFault: (fault: unknown) => void;
}

const MODEL = 'model.onnx';
const LABELS = 'labels.txt';
const MIB = 1024 ** 2;
const MOST_MODEL = 128 * MIB;
const MOST_TEXT = MIB;
/** Timeouts for loading the model and for one picture, so that a slow model does not block other work. */
const OPEN_MS = 60_000;
const LOOK_MS = 20_000;
/** After this many consecutive failures the cause is assumed to be the model, not the pictures. */
const MOST_BROKEN = 3;

/**
 * A classifier that the owner of the machine installs in a folder of the box, as ONNX with labels (PHOTO-16). The
 * folder is checked when recognition starts and on request. An unusable classifier is reported and ignored.
 */
export class OwnModel {
  readonly #deps: OwnModelDeps;
  #seen = '';
  #state: OwnState;
  #labels: OwnLabels | null = null;
  #broken = 0;
  #looking: Promise<void> = Promise.resolve();

  constructor(deps: OwnModelDeps) {
    this.#deps = deps;
    this.#state = { folder: deps.folder, file: '', kinds: 0, trouble: '' };
  }

  get state(): OwnState {
    return this.#state;
  }

  get isReady(): boolean {
    return this.#labels !== null;
  }

  /** Checks the folder now. */
  look(): Promise<void> {
    return (this.#looking = this.#looking.then(() => this.#look()).catch(this.#deps.onFault));
  }

  /** Classifies a picture; null if the model failed. */
  async sort(picture: Uint8Array, least: number, signal: AbortSignal): Promise<readonly SeenThing[] | null> {
    const labels = this.#labels;
    if (labels === null) return null;
    try {
      const late = AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]);
      const path = join(this.#deps.folder, MODEL);
      const seen = await this.#deps.child.call('sort', { picture, path, kinds: labels.numbers.length, least }, late);
      this.#broken = 0;
      return bestOf(seen.flatMap(({ kind, score }) => ({ kind: labels.numbers[kind] ?? -1, score })));
    } catch (failure) {
      if (signal.aborted) return null;
      this.#deps.onFault(failure);
      this.#broken += 1;
      if (this.#broken >= MOST_BROKEN) this.#refuse(isLate(failure) ? 'slow' : 'broken');
      return null;
    }
  }

  async #look(): Promise<void> {
    const { folder, things } = this.#deps;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const [model, text] = [await lookAt(join(folder, MODEL), 0), await lookAt(join(folder, LABELS), MOST_TEXT)];
    const mark = model === null ? '' : `${model.mark} ${text?.mark ?? ''}`;
    if (mark === this.#seen && (mark !== '' || things.own === '')) return;
    this.#seen = mark;
    this.#labels = null;
    this.#broken = 0;
    this.#state = { folder, file: model === null ? '' : MODEL, kinds: 0, trouble: '' };
    if (model === null) {
      this.#take('', []);
      return;
    }
    const labels = text === null ? undefined : readLabels(text.content);
    if (model.size > MOST_MODEL) this.#refuse('large');
    else if (labels === undefined) this.#refuse('labels');
    else {
      this.#state = { ...this.#state, trouble: 'opening' };
      const trouble = await this.#opened(join(folder, MODEL), labels.numbers.length);
      if (trouble !== '') this.#refuse(trouble);
      else {
        this.#take(mark, labels.kinds);
        this.#labels = labels;
        this.#state = { ...this.#state, kinds: labels.kinds.length, trouble: '' };
      }
    }
  }

  async #opened(path: string, kinds: number): Promise<OwnTrouble> {
    try {
      return await this.#deps.child.call('open', { path, kinds }, AbortSignal.timeout(OPEN_MS));
    } catch (failure) {
      return isLate(failure) ? 'slow' : 'broken';
    }
  }

  #take(mark: string, kinds: OwnLabels['kinds']): void {
    const { onChanged, things } = this.#deps;
    if (things.own === mark) return;
    things.setOwn(mark, kinds);
    onChanged();
  }

  #refuse(trouble: OwnTrouble): void {
    this.#labels = null;
    this.#state = { ...this.#state, kinds: 0, trouble };
    this.#take('', []);
  }
}

const isLate = (failure: unknown): boolean => failure instanceof Error && failure.name === 'TimeoutError';

/**
 * Reads a regular file, never a link or a pipe: its version, size, and content up to `most` bytes. The content of a
 * larger file is empty.
 */
const lookAt = async (
  path: string,
  most: number,
): Promise<{ readonly mark: string; readonly size: number; readonly content: string } | null> => {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return null;
      const content = stat.size <= most ? await file.readFile('utf8') : '';
      return { mark: `${stat.ino}.${stat.size}.${stat.mtimeMs}`, size: stat.size, content };
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
const bestOf = (seen: readonly SeenThing[]): readonly SeenThing[] => {
  const best = new Map<number, number>();
  for (const { kind, score } of seen) best.set(kind, Math.max(score, best.get(kind) ?? 0));
  return [...best].map(([kind, score]) => ({ kind, score }));
};
