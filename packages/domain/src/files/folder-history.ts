import type { Location } from './files.ts';

/** Back and forward history of one view. */
export class History {
  readonly #before: Location[];
  readonly #after: Location[];
  #here: Location;

  /** In both lists the nearest folder is last. */
  constructor(here: Location, before: readonly Location[], after: readonly Location[] = []) {
    this.#here = here;
    this.#before = [...before];
    this.#after = [...after];
  }

  get here(): Location {
    return this.#here;
  }

  get behind(): readonly Location[] {
    return [...this.#before];
  }

  get ahead(): readonly Location[] {
    return [...this.#after];
  }

  get canBack(): boolean {
    return this.#before.length > 0;
  }

  get canForward(): boolean {
    return this.#after.length > 0;
  }

  /** Opens another folder and clears the forward list. */
  go(location: Location): void {
    this.#before.push(this.#here);
    this.#after.length = 0;
    this.#here = location;
  }

  /** Moves one folder back or forward; false when there is none. */
  step(by: 1 | -1): boolean {
    const [from, to] = by === 1 ? [this.#after, this.#before] : [this.#before, this.#after];
    const next = from.pop();
    if (next === undefined) return false;
    to.push(this.#here);
    this.#here = next;
    return true;
  }
}
