/** What the steps need of a window. */
export type BackWindow = Pick<Window, 'history' | 'addEventListener' | 'removeEventListener'>;

interface Step {
  readonly undo: () => void;
  alive: boolean;
}

const KEY = 'boxwoodStep';

const depthOf = (state: unknown): number => {
  const depth: unknown = typeof state === 'object' && state !== null && KEY in state ? state[KEY] : 0;
  return typeof depth === 'number' ? depth : 0;
};

/**
 * What a person did inside the desktop that the browser's Back, or the gesture of a phone, takes back: a folder that was opened, an app on a
 * narrow screen. Each is an entry of the browser's history with the address of the page. Forward does nothing again.
 */
export class BackSteps {
  readonly #window: BackWindow;
  /** Entries of an earlier page load lie below; what they were is not known any more. */
  #base: number;
  #depth: number;
  #steps: Step[] = [];

  readonly #onPop = (): void => {
    const depth = depthOf(this.#window.history.state);
    const left = this.#steps.slice(Math.max(0, depth - this.#base), Math.max(0, this.#depth - this.#base)).toReversed();
    this.#depth = depth;
    this.#base = Math.min(this.#base, depth);
    const alive = left.filter((step) => step.alive);
    for (const step of alive) {
      step.alive = false;
      step.undo();
    }
    // What the person has taken back by other means already is not what was meant.
    if (left.length > 0 && alive.length === 0) this.#window.history.back();
  };

  constructor(window: BackWindow) {
    this.#window = window;
    this.#depth = depthOf(window.history.state);
    this.#base = this.#depth;
    window.addEventListener('popstate', this.#onPop);
  }

  /**
   * Says that something was done. To be called while the gesture that did it is fresh: a browser passes over entries that a page made by itself.
   * @param undo takes it back
   * @returns says that it was taken back by other means
   */
  push(undo: () => void): () => void {
    const step: Step = { undo, alive: true };
    const below = this.#steps.slice(0, this.#depth - this.#base);
    // The entry of what was taken back by other means serves again: a person who opens a hundred sheets has not gone a hundred steps.
    if (below.at(-1)?.alive === false) {
      this.#steps = [...below.slice(0, -1), step];
      return () => {
        step.alive = false;
      };
    }
    // What lay ahead is gone, as it is in the browser.
    this.#steps = [...below, step];
    this.#depth += 1;
    this.#window.history.pushState({ [KEY]: this.#depth }, '');
    return () => {
      step.alive = false;
    };
  }

  /**
   * Says what an entry of an earlier load of the page was: the last one that nobody has claimed. Whatever is open at first claims, the
   * topmost first.
   * @returns says that it was taken back by other means; null when there is no such entry
   */
  claim(undo: () => void): (() => void) | null {
    if (this.#base === 0) return null;
    const step: Step = { undo, alive: true };
    this.#base -= 1;
    this.#steps = [step, ...this.#steps];
    return () => {
      step.alive = false;
    };
  }

  close(): void {
    this.#window.removeEventListener('popstate', this.#onPop);
  }
}
