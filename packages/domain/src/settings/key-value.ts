import type { Observable } from 'rxjs';

/** A shelf of texts by key, such as `localStorage`. `set` may throw when there is no room. */
export interface KeyValue {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Keys that another tab changed; null means all of them. */
  readonly changes$: Observable<string | null>;
}
