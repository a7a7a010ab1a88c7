/** The window functions that the steps use. */
export type BackWindow = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  readonly history: Pick<History, 'state' | 'back' | 'go' | 'pushState'>;
};

/**
 * Kinds of steps that Forward can repeat: a folder, or an app on a narrow screen. Dialogs and menus are not repeated.
 */
export type RedoKind = 'folder' | 'page';

interface BackStep {
  readonly undo: () => void;
  /** Back ignores steps that lie below something else. */
  readonly isInFront: () => boolean;
  readonly redoKind: RedoKind | null;
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
  #steps: (BackStep | null)[] = [];
  /**
   * The number of steps pushed while the browser skips an empty entry; null otherwise. Their entries are added after
   * the browser has arrived: an earlier entry would lie in between, and one Back would undo two steps.
   */
  #deferredSteps: number | null = null;
  /** The kinds of the steps that Back undid, by the index of their entry. */
  #undoneKinds: (RedoKind | null)[] = [];
  /** The number of steps that are being repeated and have not called {@link push} yet. */
  #redosRunning = 0;
  readonly #redoHandlers = new Set<{ readonly kind: RedoKind; readonly redo: () => boolean }>();

  readonly #onPop = (): void => {
    const { history } = this.#window;
    const depth = depthOf(history.state);
    const deferredSteps = this.#deferredSteps ?? 0;
    this.#deferredSteps = null;
    const before = this.#steps.length;
    const passed = this.#steps.splice(depth);
    const remaining = passed.filter((step) => step !== null);
    if (remaining.length === 0) {
      this.#resizeTo(depth);
      if (passed.length === 0) {
        const kindsToRedo = this.#undoneKinds.slice(before, depth);
        this.#undoneKinds.fill(null, before, depth);
        for (const kind of kindsToRedo) this.#redo(kind);
        return;
      }
      // The user has already undone these steps by other means, so this Back skips their entries.
      if (depth > 0) this.#deferredSteps = 0;
      history.back();
      return;
    }
    this.#steps.push(...remaining);
    while (this.#steps.length > depth + deferredSteps) {
      const at = this.#steps.findLastIndex((step) => step?.isInFront());
      if (at < 0) {
        // All remaining steps lie below something else and stay.
        if (deferredSteps > 0) break;
        history.go(this.#steps.length - depth);
        return;
      }
      // The steps above move down by one entry.
      const [step] = this.#steps.splice(at, 1);
      this.#undoneKinds[this.#steps.length] = step?.redoKind ?? null;
      step?.undo();
    }
    if (deferredSteps === 0) return;
    for (let entry = depth + 1; entry <= this.#steps.length; entry += 1) history.pushState(entry, '');
  };

  constructor(window: BackWindow) {
    this.#window = window;
    this.#resizeTo(depthOf(window.history.state));
    window.addEventListener('popstate', this.#onPop);
  }

  /**
   * Registers a step. It must be called during the user gesture that caused it: browsers skip entries that a page adds
   * by itself. After a reload, the open surfaces register their steps again, the lowest first.
   * @param undo undoes the step
   * @param isInFront whether the step is in front of everything else
   * @param redoKind the kind of step, which selects the {@link onRedo} handler that Forward calls; null when the step
   * cannot be repeated
   * @returns a function that reports that the step was undone by other means
   */
  push(undo: () => void, isInFront: () => boolean = () => true, redoKind: RedoKind | null = null): () => void {
    const step = { undo, isInFront, redoKind };
    // A new step: steps undone before it can no longer be repeated.
    if (this.#redosRunning > 0) this.#redosRunning -= 1;
    else this.#undoneKinds = [];
    // Empty entries are reused: opening a hundred sheets does not add a hundred entries.
    const at = this.#steps.findLastIndex((each) => each !== null) + 1;
    const isNew = at === this.#steps.length;
    this.#steps[at] = step;
    if (isNew && this.#deferredSteps === null) this.#window.history.pushState(at + 1, '');
    else if (isNew && this.#deferredSteps !== null) this.#deferredSteps += 1;
    return () => {
      this.#steps = this.#steps.map((each) => (each === step ? null : each));
    };
  }

  /**
   * Registers a handler that repeats what Back undid. The handler registered last runs first; `redo` returns whether it
   * repeated the step.
   */
  onRedo(kind: RedoKind, redo: () => boolean): () => void {
    const handler = { kind, redo };
    this.#redoHandlers.add(handler);
    return () => {
      this.#redoHandlers.delete(handler);
    };
  }

  close(): void {
    this.#window.removeEventListener('popstate', this.#onPop);
  }

  #redo(kind: RedoKind | null): void {
    this.#redosRunning += 1;
    if (![...this.#redoHandlers].reverse().some((handler) => handler.kind === kind && handler.redo()))
      this.#redosRunning -= 1;
  }

  /** Adjusts the list to the number of steps in the entry. */
  #resizeTo(depth: number): void {
    this.#steps = Array.from({ length: depth }, (_, at) => this.#steps[at] ?? null);
  }
}
