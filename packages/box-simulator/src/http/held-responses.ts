/** Maximum time to hold a response back until a later request was answered, in ms. */
const MAX_HOLD_MS = 1000;

export class HeldResponses {
  #waiting: (() => void)[] = [];

  /**
   * Resolves when the next response is sent, at the latest after a second. A second waiting request releases the first
   * instead of waiting.
   */
  async wait(): Promise<void> {
    if (this.#waiting.length > 0) {
      this.release();
      return;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, MAX_HOLD_MS);
      this.#waiting.push(() => {
        clearTimeout(timer);
        // After the response that is being sent now.
        setImmediate(resolve);
      });
    });
  }

  release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }
}
