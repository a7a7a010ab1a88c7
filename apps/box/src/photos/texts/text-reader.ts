import type { AiConfig } from '@boxwood/box-sdk';
import { besideModule, Thread } from '../../files/thread.ts';
import { PROGRAMS } from '../../runtime/registry.ts';
import type { TextJobs } from './text-child.ts';

export interface TextReaderDeps {
  /** Whether the owner wants text read. */
  readonly settings: { readonly ai: AiConfig };
  readonly onFault: (fault: unknown) => void;
}

const IDLE_MS = 20_000;
/** A page full of text takes four seconds; a small or busy machine gets this long. */
const DEADLINE_MS = 120_000;
/** So many pictures in a row that it did not bear: it is not the pictures. */
const MOST_BROKEN = 3;

/** Whether text in pictures is read. */
export const readsText = ({ enable, text }: AiConfig): boolean => enable === 1 && text === 1;

/** Reads the text in pictures, in a process of its own: it ends when idle, and what it breaks at keeps nobody from faces and things. */
export class TextReader {
  readonly #deps: TextReaderDeps;
  readonly #child = new Thread<TextJobs>(besideModule(import.meta.url, 'text-child'), {
    idleMs: IDLE_MS,
    apart: PROGRAMS.texts,
  });
  #broken = 0;

  constructor(deps: TextReaderDeps) {
    this.#deps = deps;
  }

  /** Whether pictures are read, as the owner wants it and this machine can. */
  get isReady(): boolean {
    return readsText(this.#deps.settings.ai) && !this.isBroken;
  }

  /** Whether it has given up: what reads does not run on this machine. */
  get isBroken(): boolean {
    return this.#broken >= MOST_BROKEN;
  }

  /** What is written in a picture; null when it does not bear it. */
  async read(picture: Uint8Array, signal: AbortSignal): Promise<string | null> {
    try {
      const text = await this.#child.call('read', picture, AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]));
      this.#broken = 0;
      return text;
    } catch (failure) {
      if (signal.aborted) return null;
      this.#deps.onFault(failure);
      this.#broken += 1;
      return null;
    }
  }

  /** What could not be run may be tried again. */
  tryAgain(): void {
    this.#broken = 0;
  }

  close(): Promise<void> {
    return this.#child.close();
  }
}
