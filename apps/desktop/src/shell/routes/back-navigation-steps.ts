/** The window functions that the steps use. */
export type BackWindow = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  readonly history: Pick<History, 'state' | 'back' | 'go' | 'pushState'>;
};

/**
 * Kinds of steps that Forward can repeat: an opened folder, or an app on a narrow screen. Dialogs and menus are not
 * repeated.
 */
export type ForwardKind = 'folder' | 'page';

interface BackStep {
  readonly undo: () => void;
  /** Whether nothing is displayed in front of the surface of this step. Back skips steps behind another surface. */
  readonly isInFront: () => boolean;
  readonly forwardKind: ForwardKind | null;
}

/** The number of steps up to a history entry, stored as the state of the entry. */
const depthOf = (state: unknown): number => (typeof state === 'number' ? state : 0);

/**
 * Steps inside the desktop that the browser's Back (or the back gesture of a phone) undoes: an opened folder, an app on
 * a narrow screen. Each step has a history entry with the same address. Forward repeats a step when a handler is
 * registered for its kind. An entry is empty when its step was undone by other means, such as a close button.
 */
export class BackNavigationSteps {
  readonly #window: BackWindow;
  /**
   * One element for each history entry up to the current one; null for an empty entry, or one of an earlier load of the
   * page.
   */
  #steps: (BackStep | null)[] = [];
  /**
   * The number of steps pushed while the browser skips an empty entry; null when it skips none. Their history entries
   * are added after the browser has arrived. Otherwise the empty entry would lie between two steps, and one Back would
   * undo both.
   */
  #pushedWhileSkipping: number | null = null;
  /** Kinds of the steps that Back undid and Forward can repeat, by the index of their entry. */
  #forwardKinds: (ForwardKind | null)[] = [];
  /** The number of steps that are being repeated and have not called {@link push} yet. */
  #pendingRepeats = 0;
  readonly #forwardHandlers = new Set<{ readonly kind: ForwardKind; readonly repeat: () => boolean }>();

  readonly #onPop = (): void => {
    const { history } = this.#window;
    const depth = depthOf(history.state);
    const pushedWhileSkipping = this.#pushedWhileSkipping ?? 0;
    this.#pushedWhileSkipping = null;
    const previousDepth = this.#steps.length;
    const leftSteps = this.#steps.splice(depth);
    const notUndone = leftSteps.filter((step) => step !== null);
    if (notUndone.length === 0) {
      this.#resizeTo(depth);
      if (leftSteps.length === 0) {
        const kindsToRepeat = this.#forwardKinds.slice(previousDepth, depth);
        this.#forwardKinds.fill(null, previousDepth, depth);
        for (const kind of kindsToRepeat) this.#repeat(kind);
        return;
      }
      // The user has already undone these steps by other means, so this Back skips their empty entries.
      if (depth > 0) this.#pushedWhileSkipping = 0;
      history.back();
      return;
    }
    this.#steps.push(...notUndone);
    while (this.#steps.length > depth + pushedWhileSkipping) {
      const index = this.#steps.findLastIndex((step) => step?.isInFront());
      if (index < 0) {
        // All remaining steps lie behind another surface and stay.
        if (pushedWhileSkipping > 0) break;
        history.go(this.#steps.length - depth);
        return;
      }
      // Later steps move to the preceding history entry.
      const [step] = this.#steps.splice(index, 1);
      this.#forwardKinds[this.#steps.length] = step?.forwardKind ?? null;
      step?.undo();
    }
    if (pushedWhileSkipping === 0) return;
    for (let entry = depth + 1; entry <= this.#steps.length; entry += 1) history.pushState(entry, '');
  };

  constructor(window: BackWindow) {
    this.#window = window;
    this.#resizeTo(depthOf(window.history.state));
    window.addEventListener('popstate', this.#onPop);
  }

  /**
   * Registers a step. It must be called during the user gesture that caused it: browsers skip entries that a page adds
   * by itself. After a reload, the open surfaces register their steps again, the rearmost first.
   * @param undo undoes the step
   * @param isInFront whether the surface of the step is in front of everything else
   * @param forwardKind the kind of step, which selects the {@link onForward} handler; null when the step cannot be
   * repeated
   * @returns a function that reports that the step was undone by other means
   */
  push(undo: () => void, isInFront: () => boolean = () => true, forwardKind: ForwardKind | null = null): () => void {
    const step = { undo, isInFront, forwardKind };
    // After a new step, the steps that were undone before it can no longer be repeated.
    if (this.#pendingRepeats > 0) this.#pendingRepeats -= 1;
    else this.#forwardKinds = [];
    // Empty entries at the end are reused: opening a hundred sheets does not add a hundred history entries.
    const index = this.#steps.findLastIndex((each) => each !== null) + 1;
    const isNew = index === this.#steps.length;
    this.#steps[index] = step;
    if (isNew && this.#pushedWhileSkipping === null) this.#window.history.pushState(index + 1, '');
    else if (isNew && this.#pushedWhileSkipping !== null) this.#pushedWhileSkipping += 1;
    return () => {
      this.#steps = this.#steps.map((each) => (each === step ? null : each));
    };
  }

  /**
   * Registers a handler with which Forward repeats what Back undid. The handler registered last runs first; `repeat`
   * returns whether it repeated the step.
   */
  onForward(kind: ForwardKind, repeat: () => boolean): () => void {
    const handler = { kind, repeat };
    this.#forwardHandlers.add(handler);
    return () => {
      this.#forwardHandlers.delete(handler);
    };
  }

  close(): void {
    this.#window.removeEventListener('popstate', this.#onPop);
  }

  #repeat(kind: ForwardKind | null): void {
    this.#pendingRepeats += 1;
    if (![...this.#forwardHandlers].reverse().some((handler) => handler.kind === kind && handler.repeat()))
      this.#pendingRepeats -= 1;
  }

  /** Adjusts the list to the number of steps stored in the history entry. */
  #resizeTo(depth: number): void {
    this.#steps = Array.from({ length: depth }, (_, index) => this.#steps[index] ?? null);
  }
}
