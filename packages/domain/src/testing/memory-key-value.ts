import { type Observable, Subject } from 'rxjs';
import type { KeyValue } from '../settings/key-value.ts';

/** Key-value storage in memory, for tests. */
export class MemoryKeyValue implements KeyValue {
  readonly #values = new Map<string, string>();
  readonly #changes = new Subject<string | null>();
  /** When set, `set` throws as a full `localStorage` does. */
  full = false;

  get changes$(): Observable<string | null> {
    return this.#changes;
  }

  get(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  set(key: string, value: string): void {
    if (this.full) throw new DOMException('no room', 'QuotaExceededError');
    this.#values.set(key, value);
  }

  remove(key: string): void {
    this.#values.delete(key);
  }

  /** Changes a value as another tab would. */
  changeElsewhere(key: string | null, value: string | null): void {
    if (key === null) this.#values.clear();
    else if (value === null) this.#values.delete(key);
    else this.#values.set(key, value);
    this.#changes.next(key);
  }

  /** Everything stored, for assertions. */
  get all(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#values);
  }
}
