import { openDB } from 'idb';
import { catchError, from, of } from 'rxjs';
import type { HandleRepository } from '../uploads/port.ts';
import type { UploadId, UploadSource } from '../uploads/uploads.ts';

const STORE = 'handles';
const READ = { mode: 'read' } as const;

/** The required part of `FileSystemFileHandle`; the DOM types lack the permission methods. */
interface ReadableFileHandle {
  queryPermission(requested: typeof READ): Promise<PermissionState>;
  requestPermission(requested: typeof READ): Promise<PermissionState>;
  getFile(): Promise<UploadSource>;
}

interface HandleObjectStore {
  put(handle: unknown, id: string): Promise<unknown>;
  delete(id: string): Promise<unknown>;
}

const isFileHandle = (value: unknown): value is ReadableFileHandle =>
  typeof value === 'object' &&
  value !== null &&
  'getFile' in value &&
  'queryPermission' in value &&
  'requestPermission' in value;

/** Opens the files that may be read, one after the other. After one denied prompt the user is not asked again. */
export const openHandles = async (
  stored: readonly (readonly [UploadId, unknown])[],
  mayPrompt: boolean,
): Promise<ReadonlyMap<UploadId, UploadSource>> => {
  const files = new Map<UploadId, UploadSource>();
  let canPrompt = mayPrompt;
  for (const [id, handle] of stored) {
    if (!isFileHandle(handle)) continue;
    try {
      let permission = await handle.queryPermission(READ);
      if (permission === 'prompt' && canPrompt) {
        permission = await handle.requestPermission(READ);
        canPrompt = permission === 'granted';
      }
      if (permission === 'granted') files.set(id, await handle.getFile());
    } catch {
      // The file was moved or deleted, or the user activation has expired: the user must choose it again.
    }
  }
  return files;
};

/**
 * Stores handles of chosen files in IndexedDB. The browser revokes their permission when the page closes unless the
 * user made it persistent; asking again needs a user activation. After any failure the user must choose the file again.
 */
export const idbHandleRepository = (name: string): HandleRepository => {
  const open = () =>
    openDB(name, 1, {
      upgrade: (created) => {
        created.createObjectStore(STORE);
      },
    });
  let db: ReturnType<typeof open> | null = null;
  const openOnce = (): ReturnType<typeof open> => (db ??= open());

  const ids = async (): Promise<readonly UploadId[]> => {
    const keys = await (await openOnce()).getAllKeys(STORE);
    // All keys are ids written by `store`.
    return keys.filter((key) => typeof key === 'string').map((key) => key as UploadId);
  };

  /** Runs several writes in one transaction. */
  const change = (work: (store: HandleObjectStore) => readonly Promise<unknown>[]): void => {
    const run = async (): Promise<void> => {
      const tx = (await openOnce()).transaction(STORE, 'readwrite');
      await Promise.all([...work(tx.store), tx.done]);
    };
    run().catch(() => undefined);
  };

  const read = async (
    requested: readonly UploadId[],
    mayPrompt: boolean,
  ): Promise<ReadonlyMap<UploadId, UploadSource>> => {
    const { store } = (await openOnce()).transaction(STORE);
    const stored: readonly unknown[] = await Promise.all(requested.map((id) => store.get(id)));
    return openHandles(
      requested.map((id, index) => [id, stored[index]]),
      mayPrompt,
    );
  };

  return {
    ids: () => from(ids()).pipe(catchError(() => of([]))),
    store: (handles) => {
      change((store) => [...handles].map(([id, handle]) => store.put(handle, id)));
    },
    forget: (removed) => {
      change((store) => removed.map((id) => store.delete(id)));
    },
    open: (requested, mayPrompt) =>
      from(read(requested, mayPrompt)).pipe(catchError(() => of(new Map<UploadId, UploadSource>()))),
  };
};
