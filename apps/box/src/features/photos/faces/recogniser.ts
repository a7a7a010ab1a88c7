import { totalmem } from 'node:os';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { AiConfig } from '@boxwood/box-sdk';
import { workerUrl, BackgroundWorker } from '../../files/background-worker.ts';
import { PROGRAMS } from '../../../runtime/program-registry.ts';
import { errnoOf, GEN, type Location, Refusal, type Vault } from '../../../storage/vault/index.ts';
import type { MetadataExtractor } from '../metadata-extractor.ts';
import { minObjectScore, type DetectedObject } from '../objects/object-kinds.ts';
import { OwnClassifier, type OwnClassifierState } from '../objects/own-classifier.ts';
import type { ObjectTables } from '../objects/object-tables.ts';
import type { FaceJobs } from './face-child.ts';
import { TextRecogniser } from '../texts/text-recogniser.ts';
import type { TextTables } from '../texts/text-tables.ts';
import {
  type ContentCursor,
  type FaceTables,
  BEFORE_NEWEST,
  type UnanalysedContent,
  type EnabledAnalyses,
  enabledAnalysesOf,
} from './face-tables.ts';
import { minFaceScore, type DetectedFace } from './face.ts';

export interface RecogniserDeps {
  readonly vault: Vault;
  readonly faces: FaceTables;
  readonly objects: ObjectTables;
  readonly texts: TextTables;
  readonly metadataExtractor: Pick<MetadataExtractor, 'forFaceDetection' | 'forTextRecognition'>;
  /** Folder of the owner's classifier, which may be missing. */
  readonly folder: string;
  /** The location of a file, if it may be indexed. */
  readonly locate: (key: string) => Location | undefined;
  /** The owner's recognition settings. */
  readonly settings: { readonly ai: AiConfig };
  /** Whether the indexer is running, which has priority. */
  readonly isBusy: () => boolean;
  /** Called when results were added, and at the end of a run. */
  readonly onFound: () => void;
  readonly onFault: (fault: unknown) => void;
  /** Memory of the machine in bytes; for tests. */
  readonly memory?: number;
}

/** The results for a photo; null for an analysis that was already done. */
interface AnalysisResults {
  readonly faces: readonly DetectedFace[] | null;
  readonly objects: readonly DetectedObject[] | null;
  readonly sorted: readonly DetectedObject[] | null;
  readonly text: string | null;
}

/** Why recognition does not work on this machine, as a code; empty if it works. */
export type RecognitionProblem = '' | 'memory' | 'engine' | 'text';

/** Contents analysed before checking for other work. */
const CONTENTS_PER_BATCH = 8;
/** Minimum memory for the child process and the rest of the box. */
const MIN_MEMORY_BYTES = 1.5 * 1024 ** 3;
const IDLE_MS = 20_000;
/** How long a request waits for the owner's classifier; loading a large one takes longer. */
const OWN_CLASSIFIER_WAIT_MS = 4000;
/** Timeout per photo. It usually takes less than a second; busy single-core machines need more. */
const DEADLINE_MS = 120_000;
/**
 * After this many consecutive failures of the child process the cause is assumed to be the machine, not the pictures.
 */
const MAX_CONSECUTIVE_FAILURES = 3;

/**
 * Analyses photos one by one, after all indexing, in a child process with low priority that ends when idle. It runs
 * when woken, and only while recognition is enabled.
 */
export class Recogniser {
  readonly #deps: RecogniserDeps;
  readonly #child = new BackgroundWorker<FaceJobs>(workerUrl(import.meta.url, 'face-child'), {
    idleMs: IDLE_MS,
    program: PROGRAMS.faces,
  });
  #run: AbortController | undefined;
  #currentRun: Promise<void> = Promise.resolve();
  #problem: RecognitionProblem = '';
  #closed = false;

  readonly #ownClassifier: OwnClassifier;
  readonly #textRecogniser: TextRecogniser;

  constructor(deps: RecogniserDeps) {
    this.#deps = deps;
    const { folder, settings, objects, onFault, onFound: onChanged } = deps;
    this.#textRecogniser = new TextRecogniser({ settings, onFault });
    this.#ownClassifier = new OwnClassifier({ folder, objects, onChanged, onFault, child: this.#child });
  }

  /** Analyses enabled in addition to the built-in models. */
  get enabledAnalyses(): EnabledAnalyses {
    return { sorts: this.#ownClassifier.isReady, reads: this.#textRecogniser.isReady };
  }

  /** The current state of the owner's classifier. While recognition is off, the folder is not checked. */
  async ownClassifierState(): Promise<OwnClassifierState> {
    if (this.#isOn() && !this.#closed)
      await Promise.race([this.#ownClassifier.check(), delay(OWN_CLASSIFIER_WAIT_MS, undefined, { ref: false })]);
    this.wake();
    return this.#ownClassifier.state;
  }

  /** Whether a run is active. */
  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Why recognition does not work on this machine. With `text`, faces and objects are still recognised. */
  get problem(): RecognitionProblem {
    return this.#problem === '' && this.#textRecogniser.isBroken ? 'text' : this.#problem;
  }

  /** Starts a run if there may be contents to analyse. */
  wake(): void {
    const { isBusy, memory = totalmem(), onFault } = this.#deps;
    if (this.#closed || this.#run !== undefined || !this.#isOn() || isBusy() || this.#problem !== '') return;
    if (memory < MIN_MEMORY_BYTES) {
      this.#problem = 'memory';
      return;
    }
    const run = new AbortController();
    this.#run = run;
    this.#currentRun = this.#analyseAll(run.signal)
      .catch(onFault)
      .finally(() => {
        if (this.#run === run) this.#run = undefined;
        if (!run.signal.aborted) this.#deps.onFound();
      });
  }

  /** Stops the current run and allows another attempt after failures. */
  async stop(): Promise<void> {
    this.#run?.abort();
    await this.#currentRun;
    this.#problem = '';
    this.#textRecogniser.reset();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#run?.abort();
    await Promise.all([this.#child.close(), this.#textRecogniser.close()]);
    await this.#currentRun;
  }

  #isStopped(signal: AbortSignal): boolean {
    return signal.aborted || !this.#isOn();
  }

  #isOn(): boolean {
    return this.#deps.settings.ai.enable === 1;
  }

  async #analyseAll(signal: AbortSignal): Promise<void> {
    const { texts, isBusy, onFound } = this.#deps;
    await this.#ownClassifier.check();
    let broken = 0;
    for await (const contents of this.#unanalysedContents()) {
      for (const content of contents) {
        if (this.#isStopped(signal) || isBusy()) return;
        const found = await this.#analyse(content, signal);
        // Discard the result if recognition was switched off meanwhile.
        if (this.#isStopped(signal)) return;
        this.#store(content, found);
        broken = found === 'broken' ? broken + 1 : 0;
        if (broken < MAX_CONSECUTIVE_FAILURES) continue;
        this.#problem = 'engine';
        return;
      }
      if (contents.length > 0) onFound();
    }
    await texts.forgetDeleted();
  }

  /** All waiting contents, newest first for each analysis. Starts again from the newest until nothing is left. */
  async *#unanalysedContents(): AsyncGenerator<readonly UnanalysedContent[]> {
    for (let isAny = true; isAny;) {
      isAny = false;
      for (const analysis of enabledAnalysesOf(this.enabledAnalyses))
        for (let at: ContentCursor | null = BEFORE_NEWEST; at !== null;) {
          const { contents, next } = this.#deps.faces.nextUnanalysed(
            analysis,
            at,
            CONTENTS_PER_BATCH,
            this.enabledAnalyses,
          );
          isAny ||= contents.length > 0;
          at = next;
          yield contents;
          await setImmediate();
        }
    }
  }

  #store(content: UnanalysedContent, found: AnalysisResults | 'later' | 'broken'): void {
    const { faces, objects, texts } = this.#deps;
    if (found === 'later' || found === 'broken') {
      faces.postpone(content);
      return;
    }
    if (found.faces !== null) faces.put(content.photo, found.faces);
    if (found.objects !== null) objects.put(content.photo, found.objects);
    if (found.sorted !== null) objects.putOwn(content.photo, found.sorted);
    if (found.text !== null) texts.put(content.photo, found.text);
    const isMissing = (found.sorted === null && !content.isSorted) || (found.text === null && !content.isRead);
    if (isMissing) faces.postpone(content);
  }

  async #analyse(
    { key, size, mtime, ...done }: UnanalysedContent,
    signal: AbortSignal,
  ): Promise<AnalysisResults | 'later' | 'broken'> {
    const { locate, metadataExtractor, vault } = this.#deps;
    try {
      const location = locate(key);
      if (location === undefined) throw new Refusal(GEN.absent, 'path');
      const handle = await vault.openFile(location);
      const { isFaced, isSought, isSorted, isRead } = done;
      const isSmallDone = isFaced && isSought && isSorted;
      let small: Uint8Array | null = null;
      let page: Uint8Array | null = null;
      try {
        const now = await handle.stat();
        if (now.size !== size || now.mtimeMs !== mtime) throw new Refusal(GEN.absent, 'path');
        if (!isSmallDone) small = await metadataExtractor.forFaceDetection(handle, signal);
        if (!isRead) page = await metadataExtractor.forTextRecognition(handle, signal);
      } finally {
        await handle.close();
      }
      const results =
        small === null
          ? { faces: isFaced ? null : [], objects: isSought ? null : [], sorted: isSorted ? null : [] }
          : await this.#runModels(small, done, signal);
      if (results === 'broken') return results;
      return {
        ...results,
        text: isRead ? null : page === null ? '' : await this.#textRecogniser.recognise(page, signal),
      };
    } catch (failure) {
      if (signal.aborted) return 'later';
      if (errnoOf(failure) === undefined && !(failure instanceof Refusal)) this.#deps.onFault(failure);
      return 'later';
    }
  }

  async #runModels(
    picture: Uint8Array,
    { isFaced, isSought, isSorted }: Pick<UnanalysedContent, 'isFaced' | 'isSought' | 'isSorted'>,
    signal: AbortSignal,
  ): Promise<Omit<AnalysisResults, 'text'> | 'broken'> {
    try {
      const { ai } = this.#deps.settings;
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
      return {
        faces: isFaced ? null : await this.#child.call('faces', { picture, least: minFaceScore(ai) }, deadline),
        objects: isSought ? null : await this.#child.call('things', { picture, least: minObjectScore(ai) }, deadline),
        sorted: isSorted ? null : await this.#ownClassifier.classify(picture, minObjectScore(ai), signal),
      };
    } catch (failure) {
      if (!signal.aborted) this.#deps.onFault(failure);
      return 'broken';
    }
  }
}
