import type { AiConfig } from '@boxwood/box-sdk';
import { besideModule, Thread } from '../../files/thread.ts';
import { PROGRAMS } from '../../runtime/registry.ts';
import type { TextJobs } from './text-child.ts';

export interface TextReaderDeps {
  /** Whether the owner has enabled text recognition. */
  readonly settings: { readonly ai: AiConfig };
  readonly onFault: (fault: unknown) => void;
}

const IDLE_MS = 20_000;
/** Timeout per picture. A full page takes four seconds; small or busy machines need more. */
const DEADLINE_MS = 120_000;
/** After this many consecutive failures the cause is assumed to be the machine, not the pictures. */
const MOST_BROKEN = 3;

/** Whether text recognition is enabled. */
export const readsText = ({ enable, text }: AiConfig): boolean => enable === 1 && text === 1;

/**
 * Recognises text in a separate process, which ends when idle. Its failures do not affect the recognition of faces and
 * objects.
 */
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

  /** Whether text recognition is enabled and works on this machine. */
  get isReady(): boolean {
    return readsText(this.#deps.settings.ai) && !this.isBroken;
  }

  /** Whether text recognition has given up, because the engine does not run on this machine. */
  get isBroken(): boolean {
    return this.#broken >= MOST_BROKEN;
  }

  /** The text in a picture; null if recognition failed. */
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

  /** Allows another attempt after the engine failed. */
  tryAgain(): void {
    this.#broken = 0;
  }

  close(): Promise<void> {
    return this.#child.close();
  }
}
