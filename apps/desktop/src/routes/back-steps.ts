/** What the steps need of a window. */
export type BackWindow = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  readonly history: Pick<History, 'state' | 'back' | 'go' | 'pushState'>;
};

/** What can be done again: a folder, or an app on a narrow screen. Who asked something by a dialog or a menu asks anew. */
export type Redone = 'folder' | 'page';

interface Step {
  readonly undo: () => void;
  /** What lies below something else is not what Back is meant for. */
  readonly isInHand: () => boolean;
  readonly redone: Redone | null;
}

/** How many steps lie behind an entry of the history, as the entry itself keeps it. */
const depthOf = (state: unknown): number => (typeof state === 'number' ? state : 0);

/**
 * What a person did inside the desktop that the browser's Back, or the gesture of a phone, takes back: a folder that was opened, an app on a
 * narrow screen. Each is an entry of the browser's history with the address of the page. Forward does again what Back took back, where
 * somebody can.
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
  /** What Back took back, by the entry that stood for it. */
  #taken: (Redone | null)[] = [];
  /** What is being done again and has not said that it was done. */
  #again = 0;
  readonly #redoes = new Set<{ readonly what: Redone; readonly redo: () => boolean }>();

  readonly #onPop = (): void => {
    const { history } = this.#window;
    const depth = depthOf(history.state);
    const meanwhile = this.#meanwhile ?? 0;
    this.#meanwhile = null;
    const before = this.#steps.length;
    const passed = this.#steps.splice(depth);
    const left = passed.filter((step) => step !== null);
    if (left.length === 0) {
      this.#follow(depth);
      if (passed.length === 0) {
        const again = this.#taken.slice(before, depth);
        this.#taken.fill(null, before, depth);
        for (const what of again) this.#redo(what);
        return;
      }
      // What the person has taken back by other means already is not what was meant.
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
      const [step] = this.#steps.splice(at, 1);
      this.#taken[this.#steps.length] = step?.redone ?? null;
      step?.undo();
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
   * @param redone what does it again ({@link redoes}); null: nobody does
   * @returns says that it was taken back by other means
   */
  push(undo: () => void, isInHand: () => boolean = () => true, redone: Redone | null = null): () => void {
    const step = { undo, isInHand, redone };
    // Something new was done: what was taken back before it is not done again.
    if (this.#again > 0) this.#again -= 1;
    else this.#taken = [];
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

  /** Says who does again what Back took back; whoever says so last is asked first. `redo` answers whether it did. */
  redoes(what: Redone, redo: () => boolean): () => void {
    const one = { what, redo };
    this.#redoes.add(one);
    return () => {
      this.#redoes.delete(one);
    };
  }

  close(): void {
    this.#window.removeEventListener('popstate', this.#onPop);
  }

  #redo(what: Redone | null): void {
    this.#again += 1;
    if (![...this.#redoes].reverse().some((one) => one.what === what && one.redo())) this.#again -= 1;
  }

  /** As many steps as the entry says. */
  #follow(depth: number): void {
    this.#steps = Array.from({ length: depth }, (_, at) => this.#steps[at] ?? null);
  }
}
