import type { Location } from '../files.ts';

/** Back and forward history of one view. */
export class FolderHistory {
  readonly #backStack: Location[];
  readonly #forwardStack: Location[];
  #current: Location;

  /** In both lists the nearest folder is last. */
  constructor(current: Location, before: readonly Location[], after: readonly Location[] = []) {
    this.#current = current;
    this.#backStack = [...before];
    this.#forwardStack = [...after];
  }

  get current(): Location {
    return this.#current;
  }

  get backStack(): readonly Location[] {
    return [...this.#backStack];
  }

  get forwardStack(): readonly Location[] {
    return [...this.#forwardStack];
  }

  get canBack(): boolean {
    return this.#backStack.length > 0;
  }

  get canForward(): boolean {
    return this.#forwardStack.length > 0;
  }

  /** Opens another folder and clears the forward list. */
  push(location: Location): void {
    this.#backStack.push(this.#current);
    this.#forwardStack.length = 0;
    this.#current = location;
  }

  /** Moves one folder back or forward; false when there is none. */
  step(by: 1 | -1): boolean {
    const [from, to] = by === 1 ? [this.#forwardStack, this.#backStack] : [this.#backStack, this.#forwardStack];
    const next = from.pop();
    if (next === undefined) return false;
    to.push(this.#current);
    this.#current = next;
    return true;
  }
}
