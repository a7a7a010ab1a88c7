import { openDB } from 'idb';
import { catchError, from, of } from 'rxjs';
import type { HandleShelf } from '../uploads/port.ts';
import type { UploadId, UploadSource } from '../uploads/uploads.ts';

const STORE = 'handles';
const READ = { mode: 'read' } as const;

/** The required part of `FileSystemFileHandle`; the DOM types lack the permission methods. */
interface FileHandle {
  queryPermission(wanted: typeof READ): Promise<PermissionState>;
  requestPermission(wanted: typeof READ): Promise<PermissionState>;
  getFile(): Promise<UploadSource>;
}

interface Shelf {
  put(handle: unknown, id: string): Promise<unknown>;
  delete(id: string): Promise<unknown>;
}

const isFileHandle = (value: unknown): value is FileHandle =>
  typeof value === 'object' &&
  value !== null &&
  'getFile' in value &&
  'queryPermission' in value &&
  'requestPermission' in value;

/** Opens the files that may be read, one after the other. After one denied prompt the user is not asked again. */
export const openHandles = async (
  stored: readonly (readonly [UploadId, unknown])[],
  ask: boolean,
): Promise<ReadonlyMap<UploadId, UploadSource>> => {
  const files = new Map<UploadId, UploadSource>();
  let asking = ask;
  for (const [id, handle] of stored) {
    if (!isFileHandle(handle)) continue;
    try {
      let permission = await handle.queryPermission(READ);
      if (permission === 'prompt' && asking) {
        permission = await handle.requestPermission(READ);
        asking = permission === 'granted';
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
export const idbHandleShelf = (name: string): HandleShelf => {
  const open = () =>
    openDB(name, 1, {
      upgrade: (created) => {
        created.createObjectStore(STORE);
      },
    });
  let db: ReturnType<typeof open> | null = null;
  const use = (): ReturnType<typeof open> => (db ??= open());

  const ids = async (): Promise<readonly UploadId[]> => {
    const keys = await (await use()).getAllKeys(STORE);
    // All keys are ids written by `store`.
    return keys.filter((key) => typeof key === 'string').map((key) => key as UploadId);
  };

  /** Runs several writes in one transaction. */
  const change = (work: (store: Shelf) => readonly Promise<unknown>[]): void => {
    const run = async (): Promise<void> => {
      const tx = (await use()).transaction(STORE, 'readwrite');
      await Promise.all([...work(tx.store), tx.done]);
    };
    run().catch(() => undefined);
  };

  const read = async (wanted: readonly UploadId[], ask: boolean): Promise<ReadonlyMap<UploadId, UploadSource>> => {
    const { store } = (await use()).transaction(STORE);
    const stored: readonly unknown[] = await Promise.all(wanted.map((id) => store.get(id)));
    return openHandles(
      wanted.map((id, index) => [id, stored[index]]),
      ask,
    );
  };

  return {
    ids: () => from(ids()).pipe(catchError(() => of([]))),
    keep: (handles) => {
      change((store) => [...handles].map(([id, handle]) => store.put(handle, id)));
    },
    forget: (gone) => {
      change((store) => gone.map((id) => store.delete(id)));
    },
    open: (wanted, ask) => from(read(wanted, ask)).pipe(catchError(() => of(new Map<UploadId, UploadSource>()))),
  };
};
