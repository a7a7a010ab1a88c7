import type { Observable } from 'rxjs';

/** A storage of texts by key, such as `localStorage`. `set` may throw when the quota is exceeded. */
export interface KeyValue {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Keys that another tab changed; null means all. */
  readonly changes$: Observable<string | null>;
}
