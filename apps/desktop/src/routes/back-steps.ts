/** What the steps need of a window. */
export type BackWindow = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  readonly history: Pick<History, 'state' | 'back' | 'go' | 'pushState'>;
};

interface Step {
  readonly undo: () => void;
  /** What lies below something else is not what Back is meant for. */
  readonly isInHand: () => boolean;
}

/** How many steps lie behind an entry of the history, as the entry itself keeps it. */
const depthOf = (state: unknown): number => (typeof state === 'number' ? state : 0);

/**
 * What a person did inside the desktop that the browser's Back, or the gesture of a phone, takes back: a folder that was opened, an app on a
 * narrow screen. Each is an entry of the browser's history with the address of the page. Forward does nothing again.
 */
export class BackSteps {
  readonly #window: BackWindow;
  /** One for each entry up to the one that is shown; null where it was taken back by other means, or is of an earlier load of the page. */
  #steps: (Step | null)[] = [];
  /**
   * While the browser passes over an entry that stands for nothing: how many steps were said meanwhile. They get their entries when it has come to
   * where it goes; one that was made before would lie between, and the same Back take back two.
   */
  #meanwhile: number | null = null;

  readonly #onPop = (): void => {
    const { history } = this.#window;
    const depth = depthOf(history.state);
    const meanwhile = this.#meanwhile ?? 0;
    this.#meanwhile = null;
    const passed = this.#steps.splice(depth);
    const left = passed.filter((step) => step !== null);
    if (left.length === 0) {
      this.#follow(depth);
      // What the person has taken back by other means already is not what was meant.
      if (passed.length === 0) return;
      if (depth > 0) this.#meanwhile = 0;
      history.back();
      return;
    }
    this.#steps.push(...left);
    while (this.#steps.length > depth + meanwhile) {
      const at = this.#steps.findLastIndex((step) => step?.isInHand());
      if (at < 0) {
        // All that is left lies below something: it stays as it was.
        if (meanwhile > 0) break;
        history.go(this.#steps.length - depth);
        return;
      }
      // The steps above move down by an entry.
      this.#steps.splice(at, 1)[0]?.undo();
    }
    if (meanwhile === 0) return;
    for (let entry = depth + 1; entry <= this.#steps.length; entry += 1) history.pushState(entry, '');
  };

  constructor(window: BackWindow) {
    this.#window = window;
    this.#follow(depthOf(window.history.state));
    window.addEventListener('popstate', this.#onPop);
  }

  /**
   * Says that something was done. To be called while the gesture that did it is fresh: a browser passes over entries that a page made by itself.
   * What is open again after a reload says so as well, the lowest first.
   * @param undo takes it back
   * @param isInHand whether it lies before the person
   * @returns says that it was taken back by other means
   */
  push(undo: () => void, isInHand: () => boolean = () => true): () => void {
    const step = { undo, isInHand };
    // Entries that stand for nothing serve again: a person who opens a hundred sheets has not gone a hundred steps.
    const at = this.#steps.findLastIndex((each) => each !== null) + 1;
    const isNew = at === this.#steps.length;
    this.#steps[at] = step;
    if (isNew && this.#meanwhile === null) this.#window.history.pushState(at + 1, '');
    else if (isNew && this.#meanwhile !== null) this.#meanwhile += 1;
    return () => {
      this.#steps = this.#steps.map((each) => (each === step ? null : each));
    };
  }

  close(): void {
    this.#window.removeEventListener('popstate', this.#onPop);
  }

  /** As many steps as the entry says. */
  #follow(depth: number): void {
    this.#steps = Array.from({ length: depth }, (_, at) => this.#steps[at] ?? null);
  }
}
