/** The window functions that the steps use. */
export type BackWindow = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  readonly history: Pick<History, 'state' | 'back' | 'go' | 'pushState'>;
};

/**
 * Kinds of steps that Forward can repeat: a folder, or an app on a narrow screen. Dialogs and menus are not repeated.
 */
export type Redone = 'folder' | 'page';

interface Step {
  readonly undo: () => void;
  /** Back ignores steps that lie below something else. */
  readonly isInHand: () => boolean;
  readonly redone: Redone | null;
}

/** The number of steps behind a history entry, stored as the state of the entry. */
const depthOf = (state: unknown): number => (typeof state === 'number' ? state : 0);

/**
 * Steps inside the desktop that the browser's Back (or the back gesture of a phone) undoes: an opened folder, an app on
 * a narrow screen. Each step is a history entry with the address of the page. Forward repeats a step for which a
 * handler is registered.
 */
export class BackSteps {
  readonly #window: BackWindow;
  /**
   * One for each entry up to the current one; null where the step was undone by other means or belongs to an earlier
   * load of the page.
   */
  #steps: (Step | null)[] = [];
  /**
   * The number of steps pushed while the browser skips an empty entry; null otherwise. Their entries are added after
   * the browser has arrived: an earlier entry would lie in between, and one Back would undo two steps.
   */
  #meanwhile: number | null = null;
  /** The kinds of the steps that Back undid, by the index of their entry. */
  #taken: (Redone | null)[] = [];
  /** The number of steps that are being repeated and have not called {@link push} yet. */
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
      // The user has already undone these steps by other means, so this Back skips their entries.
      if (depth > 0) this.#meanwhile = 0;
      history.back();
      return;
    }
    this.#steps.push(...left);
    while (this.#steps.length > depth + meanwhile) {
      const at = this.#steps.findLastIndex((step) => step?.isInHand());
      if (at < 0) {
        // All remaining steps lie below something else and stay.
        if (meanwhile > 0) break;
        history.go(this.#steps.length - depth);
        return;
      }
      // The steps above move down by one entry.
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
   * Registers a step. It must be called during the user gesture that caused it: browsers skip entries that a page adds
   * by itself. After a reload, whatever is open again registers its steps too, the lowest first.
   * @param undo undoes the step
   * @param isInFront whether the step is in front of everything else
   * @param redone the kind of step, which tells Forward who repeats it ({@link onRedo}); null when it cannot be
   * repeated
   * @returns a function that reports that the step was undone by other means
   */
  push(undo: () => void, isInHand: () => boolean = () => true, redone: Redone | null = null): () => void {
    const step = { undo, isInHand, redone };
    // A new step: steps undone before it can no longer be repeated.
    if (this.#again > 0) this.#again -= 1;
    else this.#taken = [];
    // Empty entries are reused: opening a hundred sheets does not add a hundred entries.
    const at = this.#steps.findLastIndex((each) => each !== null) + 1;
    const isNew = at === this.#steps.length;
    this.#steps[at] = step;
    if (isNew && this.#meanwhile === null) this.#window.history.pushState(at + 1, '');
    else if (isNew && this.#meanwhile !== null) this.#meanwhile += 1;
    return () => {
      this.#steps = this.#steps.map((each) => (each === step ? null : each));
    };
  }

  /**
   * Registers a handler that repeats what Back undid. The handler registered last runs first; `redo` returns whether it
   * repeated the step.
   */
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

  /** Adjusts the list to the number of steps in the entry. */
  #follow(depth: number): void {
    this.#steps = Array.from({ length: depth }, (_, at) => this.#steps[at] ?? null);
  }
}
