/** Answers that wait until a later request was answered. */
const LONGEST_MS = 1000;

export class Turns {
  #waiting: (() => void)[] = [];

  /** Resolves when the next answer goes out, at the latest after a second. The second who would wait lets the first go after it. */
  async wait(): Promise<void> {
    if (this.#waiting.length > 0) {
      this.release();
      return;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LONGEST_MS);
      this.#waiting.push(() => {
        clearTimeout(timer);
        // After the answer that is on its way now.
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
