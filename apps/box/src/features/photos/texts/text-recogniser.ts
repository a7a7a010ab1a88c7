import type { AiConfig } from '@boxwood/box-sdk';
import { workerUrl, BackgroundWorker } from '../../files/background-worker.ts';
import { PROGRAMS } from '../../../runtime/program-registry.ts';
import type { TextJobs } from './text-child.ts';

export interface TextRecogniserDeps {
  /** Whether the owner has enabled text recognition. */
  readonly settings: { readonly ai: AiConfig };
  readonly onFault: (fault: unknown) => void;
}

const IDLE_MS = 20_000;
/** Timeout per picture. A full page takes four seconds; small or busy machines need more. */
const DEADLINE_MS = 120_000;
/** After this many consecutive failures the cause is assumed to be the machine, not the pictures. */
const MAX_CONSECUTIVE_FAILURES = 3;

/** Whether text recognition is enabled. */
export const isTextRecognitionEnabled = ({ enable, text }: AiConfig): boolean => enable === 1 && text === 1;

/**
 * Recognises text in a separate process, which ends when idle. Its failures do not affect the recognition of faces and
 * objects.
 */
export class TextRecogniser {
  readonly #deps: TextRecogniserDeps;
  readonly #child = new BackgroundWorker<TextJobs>(workerUrl(import.meta.url, 'text-child'), {
    idleMs: IDLE_MS,
    program: PROGRAMS.texts,
  });
  #failures = 0;

  constructor(deps: TextRecogniserDeps) {
    this.#deps = deps;
  }

  /** Whether text recognition is enabled and works on this machine. */
  get isReady(): boolean {
    return isTextRecognitionEnabled(this.#deps.settings.ai) && !this.isBroken;
  }

  /** Whether text recognition has given up, because the engine does not run on this machine. */
  get isBroken(): boolean {
    return this.#failures >= MAX_CONSECUTIVE_FAILURES;
  }

  /** The text in a picture; null if recognition failed. */
  async recognise(picture: Uint8Array, signal: AbortSignal): Promise<string | null> {
    try {
      const text = await this.#child.call('read', picture, AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]));
      this.#failures = 0;
      return text;
    } catch (failure) {
      if (signal.aborted) return null;
      this.#deps.onFault(failure);
      this.#failures += 1;
      return null;
    }
  }

  /** Allows another attempt after the engine failed. */
  reset(): void {
    this.#failures = 0;
  }

  close(): Promise<void> {
    return this.#child.close();
  }
}
