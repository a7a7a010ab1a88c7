import { totalmem } from 'node:os';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { AiConfig } from '@boxwood/box-sdk';
import { besideModule, Thread } from '../../files/thread.ts';
import { PROGRAMS } from '../../runtime/registry.ts';
import { errnoOf, GEN, type Location, Refusal, type Vault } from '../../vault/index.ts';
import type { Reader } from '../reader.ts';
import { leastThing, type SeenThing } from '../things/kinds.ts';
import { OwnModel, type OwnState } from '../things/own-model.ts';
import type { ThingTables } from '../things/thing-tables.ts';
import type { FaceJobs } from './face-child.ts';
import { TextReader } from '../texts/text-reader.ts';
import type { TextTables } from '../texts/text-tables.ts';
import { type Below, type FaceTables, NEWEST, type Unlooked, type Wanted, wantedOf } from './face-tables.ts';
import { leastScore, type SeenFace } from './face.ts';

export interface RecogniserDeps {
  readonly vault: Vault;
  readonly faces: FaceTables;
  readonly things: ThingTables;
  readonly texts: TextTables;
  readonly reader: Pick<Reader, 'small' | 'page'>;
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
interface Found {
  readonly faces: readonly SeenFace[] | null;
  readonly things: readonly SeenThing[] | null;
  readonly sorted: readonly SeenThing[] | null;
  readonly text: string | null;
}

/** Why recognition does not work on this machine, as a code; empty if it works. */
export type FaceTrouble = '' | 'memory' | 'engine' | 'text';

/** Contents analysed before checking for other work. */
const BATCH = 8;
/** Minimum memory for the child process and the rest of the box. */
const LEAST_MEMORY = 1.5 * 1024 ** 3;
const IDLE_MS = 20_000;
/** How long a request waits for the owner's classifier; loading a large one takes longer. */
const OPENING_MS = 4000;
/** Timeout per photo. It usually takes less than a second; busy single-core machines need more. */
const DEADLINE_MS = 120_000;
/**
 * After this many consecutive failures of the child process the cause is assumed to be the machine, not the pictures.
 */
const MOST_BROKEN = 3;

/**
 * Analyses photos one by one, after all indexing, in a child process with low priority that ends when idle. It runs
 * when woken, and only while recognition is enabled.
 */
export class Recogniser {
  readonly #deps: RecogniserDeps;
  readonly #child = new Thread<FaceJobs>(besideModule(import.meta.url, 'face-child'), {
    idleMs: IDLE_MS,
    apart: PROGRAMS.faces,
  });
  #run: AbortController | undefined;
  #working: Promise<void> = Promise.resolve();
  #trouble: FaceTrouble = '';
  #closed = false;

  readonly #own: OwnModel;
  readonly #text: TextReader;

  constructor(deps: RecogniserDeps) {
    this.#deps = deps;
    const { folder, settings, things, onFault, onFound: onChanged } = deps;
    this.#text = new TextReader({ settings, onFault });
    this.#own = new OwnModel({ folder, things, onChanged, onFault, child: this.#child });
  }

  /** Analyses enabled in addition to the built-in models. */
  get wanted(): Wanted {
    return { sorts: this.#own.isReady, reads: this.#text.isReady };
  }

  /** The current state of the owner's classifier. While recognition is off, the folder is not checked. */
  async own(): Promise<OwnState> {
    if (this.#isOn() && !this.#closed)
      await Promise.race([this.#own.look(), delay(OPENING_MS, undefined, { ref: false })]);
    this.wake();
    return this.#own.state;
  }

  /** Whether a run is active. */
  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Why recognition does not work on this machine. With `text`, faces and objects are still recognised. */
  get trouble(): FaceTrouble {
    return this.#trouble === '' && this.#text.isBroken ? 'text' : this.#trouble;
  }

  /** Starts a run if there may be contents to analyse. */
  wake(): void {
    const { isBusy, memory = totalmem(), onFault } = this.#deps;
    if (this.#closed || this.#run !== undefined || !this.#isOn() || isBusy() || this.#trouble !== '') return;
    if (memory < LEAST_MEMORY) {
      this.#trouble = 'memory';
      return;
    }
    const run = new AbortController();
    this.#run = run;
    this.#working = this.#look(run.signal)
      .catch(onFault)
      .finally(() => {
        if (this.#run === run) this.#run = undefined;
        if (!run.signal.aborted) this.#deps.onFound();
      });
  }

  /** Stops the current run and allows another attempt after failures. */
  async rest(): Promise<void> {
    this.#run?.abort();
    await this.#working;
    this.#trouble = '';
    this.#text.tryAgain();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#run?.abort();
    await Promise.all([this.#child.close(), this.#text.close()]);
    await this.#working;
  }

  #isOver(signal: AbortSignal): boolean {
    return signal.aborted || !this.#isOn();
  }

  #isOn(): boolean {
    return this.#deps.settings.ai.enable === 1;
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { texts, isBusy, onFound } = this.#deps;
    await this.#own.look();
    let broken = 0;
    for await (const contents of this.#waiting()) {
      for (const content of contents) {
        if (this.#isOver(signal) || isBusy()) return;
        const found = await this.#seenIn(content, signal);
        // Discard the result if recognition was switched off meanwhile.
        if (this.#isOver(signal)) return;
        this.#keep(content, found);
        broken = found === 'broken' ? broken + 1 : 0;
        if (broken < MOST_BROKEN) continue;
        this.#trouble = 'engine';
        return;
      }
      if (contents.length > 0) onFound();
    }
    await texts.forgetGone();
  }

  /** All waiting contents, newest first for each analysis. Starts again from the newest until nothing is left. */
  async *#waiting(): AsyncGenerator<readonly Unlooked[]> {
    for (let isAny = true; isAny;) {
      isAny = false;
      for (const look of wantedOf(this.wanted))
        for (let at: Below | null = NEWEST; at !== null;) {
          const { contents, next } = this.#deps.faces.waiting(look, at, BATCH, this.wanted);
          isAny ||= contents.length > 0;
          at = next;
          yield contents;
          await setImmediate();
        }
    }
  }

  #keep(content: Unlooked, found: Found | 'later' | 'broken'): void {
    const { faces, things, texts } = this.#deps;
    if (found === 'later' || found === 'broken') {
      faces.later(content);
      return;
    }
    if (found.faces !== null) faces.put(content.photo, found.faces);
    if (found.things !== null) things.put(content.photo, found.things);
    if (found.sorted !== null) things.sort(content.photo, found.sorted);
    if (found.text !== null) texts.put(content.photo, found.text);
    const isMissing = (found.sorted === null && !content.isSorted) || (found.text === null && !content.isRead);
    if (isMissing) faces.later(content);
  }

  async #seenIn({ key, size, mtime, ...looked }: Unlooked, signal: AbortSignal): Promise<Found | 'later' | 'broken'> {
    const { locate, reader, vault } = this.#deps;
    try {
      const location = locate(key);
      if (location === undefined) throw new Refusal(GEN.absent, 'path');
      const handle = await vault.openFile(location);
      const { isFaced, isSought, isSorted, isRead } = looked;
      const isLooked = isFaced && isSought && isSorted;
      let small: Uint8Array | null = null;
      let page: Uint8Array | null = null;
      try {
        const now = await handle.stat();
        if (now.size !== size || now.mtimeMs !== mtime) throw new Refusal(GEN.absent, 'path');
        if (!isLooked) small = await reader.small(handle, signal);
        if (!isRead) page = await reader.page(handle, signal);
      } finally {
        await handle.close();
      }
      const seen =
        small === null
          ? { faces: isFaced ? null : [], things: isSought ? null : [], sorted: isSorted ? null : [] }
          : await this.#asked(small, looked, signal);
      if (seen === 'broken') return seen;
      return { ...seen, text: isRead ? null : page === null ? '' : await this.#text.read(page, signal) };
    } catch (failure) {
      if (signal.aborted) return 'later';
      if (errnoOf(failure) === undefined && !(failure instanceof Refusal)) this.#deps.onFault(failure);
      return 'later';
    }
  }

  async #asked(
    picture: Uint8Array,
    { isFaced, isSought, isSorted }: Pick<Unlooked, 'isFaced' | 'isSought' | 'isSorted'>,
    signal: AbortSignal,
  ): Promise<Omit<Found, 'text'> | 'broken'> {
    try {
      const { ai } = this.#deps.settings;
      const late = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
      return {
        faces: isFaced ? null : await this.#child.call('faces', { picture, least: leastScore(ai) }, late),
        things: isSought ? null : await this.#child.call('things', { picture, least: leastThing(ai) }, late),
        sorted: isSorted ? null : await this.#own.sort(picture, leastThing(ai), signal),
      };
    } catch (failure) {
      if (!signal.aborted) this.#deps.onFault(failure);
      return 'broken';
    }
  }
}
