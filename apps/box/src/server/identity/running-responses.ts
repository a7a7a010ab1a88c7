/** A response, or an upgraded connection. */
interface Destroyable {
  destroy(): unknown;
}

/** A response in progress, and whether its recipient is still allowed to get it. */
interface RunningResponse {
  readonly response: Destroyable;
  readonly isAllowed: () => boolean;
}

/** Long-running responses, such as videos and archives. They are cut when a right they depend on is revoked. */
export class RunningResponses {
  readonly #running = new Set<RunningResponse>();

  /** Runs the work; {@link recheck} cuts the connection once it is not allowed any more. */
  async during<T>(response: Destroyable, isAllowed: () => boolean, work: () => Promise<T>): Promise<T> {
    const one = { response, isAllowed };
    this.#running.add(one);
    try {
      // The right may have ended while the response was prepared.
      if (!isAllowed()) response.destroy();
      return await work();
    } finally {
      this.#running.delete(one);
    }
  }

  /** Rights have changed: cuts the responses that are not allowed any more. */
  recheck(): void {
    for (const { response, isAllowed } of this.#running) if (!isAllowed()) response.destroy();
  }
}
