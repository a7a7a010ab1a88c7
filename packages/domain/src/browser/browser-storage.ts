import { filter, fromEvent, map, NEVER, type Observable } from 'rxjs';
import type { KeyValue } from '../settings/key-value.ts';

/** `localStorage` or `sessionStorage` as a {@link KeyValue}; null where the browser blocks it. */
export const browserKeyValue = (kind: 'local' | 'session', page: EventTarget | null): KeyValue | null => {
  try {
    const storage = kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage;
    storage.getItem('probe');
    const changes$: Observable<string | null> =
      page === null
        ? NEVER
        : fromEvent<StorageEvent>(page, 'storage').pipe(
            filter((event) => event.storageArea === storage),
            map(({ key }) => key),
          );
    return {
      get: (key) => storage.getItem(key),
      set: (key, value) => {
        storage.setItem(key, value);
      },
      remove: (key) => {
        storage.removeItem(key);
      },
      changes$,
    };
  } catch {
    return null;
  }
};
