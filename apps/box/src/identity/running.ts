/** A response, or an upgraded connection. */
interface Cuttable {
  destroy(): unknown;
}

/** A response in progress, and whether its recipient is still allowed to get it. */
interface Running {
  readonly response: Cuttable;
  readonly allowed: () => boolean;
}

/** Long-running responses, such as videos and archives. They are cut when a right they depend on is revoked. */
export class RunningAnswers {
  readonly #running = new Set<Running>();

  /** Runs the work; {@link recheck} cuts the connection once it is not allowed any more. */
  async during<T>(response: Cuttable, allowed: () => boolean, work: () => Promise<T>): Promise<T> {
    const one = { response, allowed };
    this.#running.add(one);
    try {
      // The right may have ended while the response was prepared.
      if (!allowed()) response.destroy();
      return await work();
    } finally {
      this.#running.delete(one);
    }
  }

  /** Rights have changed: cuts the responses that are not allowed any more. */
  recheck(): void {
    for (const { response, allowed } of this.#running) if (!allowed()) response.destroy();
  }
}
