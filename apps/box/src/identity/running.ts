/** An answer, or a connection that was taken over. */
interface Cuttable {
  destroy(): unknown;
}

/** An answer under way, and whether whoever gets it still may. */
interface Running {
  readonly response: Cuttable;
  readonly allowed: () => boolean;
}

/**
 * Answers that take their time: a film that is watched, an archive that is fetched. A right that ended while they run ends them too, as soon as
 * somebody says that rights have changed.
 */
export class RunningAnswers {
  readonly #running = new Set<Running>();

  /** Does the work; the connection is cut when {@link recheck} finds that it is not allowed any more. */
  async during<T>(response: Cuttable, allowed: () => boolean, work: () => Promise<T>): Promise<T> {
    const one = { response, allowed };
    this.#running.add(one);
    try {
      // It may have ended while the answer was made.
      if (!allowed()) response.destroy();
      return await work();
    } finally {
      this.#running.delete(one);
    }
  }

  /** Rights have changed: what is not allowed any more is cut off. */
  recheck(): void {
    for (const { response, allowed } of this.#running) if (!allowed()) response.destroy();
  }
}
