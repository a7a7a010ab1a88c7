import type { UploadTreeFile, UploadTree } from './upload-tree.ts';

declare global {
  interface DataTransferItem {
    /** Chromium, on secure pages only. */
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  }
}

/**
 * A dropped file or folder in the two forms that browsers offer. A handle can reopen the file after a reload, but
 * Chromium's directory handle silently omits names it calls unsafe (spaces at the ends, `%`, `#`, multi-code-point
 * emoji). The entry lists all names.
 */
interface DroppedSource {
  readonly entry: FileSystemEntry | null;
  readonly handle: FileSystemHandle | null;
}

const isEntryOfFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isEntryOfFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isHandleOfFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file';
const isHandleOfFolder = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === 'directory';

/** Null for a rejected promise; the caller reports the name. */
const orNull = <T>(promise: Promise<T>): Promise<T | null> => promise.catch(() => null);

/** A directory reader returns at most 100 entries a call, and an empty list at the end. */
const listEntries = async (folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> => {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
};

const listHandles = async (folder: FileSystemDirectoryHandle): Promise<readonly FileSystemHandle[]> => {
  const all: FileSystemHandle[] = [];
  for await (const child of folder.values()) all.push(child);
  return all;
};

/** Opens the file by its handle, or else by its entry. */
const openFile = async ({ entry, handle }: DroppedSource, path: string): Promise<UploadTreeFile | null> => {
  if (handle !== null && isHandleOfFile(handle)) {
    const file = await orNull(handle.getFile());
    if (file !== null) return { file, path, handle };
  }
  if (entry === null || !isEntryOfFile(entry)) return null;
  const file = await orNull(
    new Promise<File>((resolve, reject) => {
      entry.file(resolve, reject);
    }),
  );
  return file === null ? null : { file, path };
};

/** Children from either form, by name. `isComplete` is false when names may be missing. */
const childrenOf = async ({
  entry,
  handle,
}: DroppedSource): Promise<{ readonly byName: ReadonlyMap<string, DroppedSource>; readonly isComplete: boolean }> => {
  const entries = entry !== null && isEntryOfFolder(entry) ? await orNull(listEntries(entry)) : null;
  const handles = handle !== null && isHandleOfFolder(handle) ? await orNull(listHandles(handle)) : null;
  const byName = new Map<string, DroppedSource>(
    (entries ?? []).map((child) => [child.name, { entry: child, handle: null }]),
  );
  for (const child of handles ?? [])
    byName.set(child.name, { entry: byName.get(child.name)?.entry ?? null, handle: child });
  return { byName, isComplete: entries !== null };
};

interface Collected {
  readonly files: UploadTreeFile[];
  readonly folders: string[];
  readonly unread: string[];
}

const isFolder = ({ entry, handle }: DroppedSource): boolean => entry?.isDirectory ?? handle?.kind === 'directory';

const collect = async (source: DroppedSource, path: string, into: Collected): Promise<void> => {
  if (!isFolder(source)) {
    const file = await openFile(source, path);
    if (file === null) into.unread.push(path);
    else into.files.push(file);
    return;
  }
  const { byName, isComplete } = await childrenOf(source);
  if (!isComplete) into.unread.push(path);
  else if (byName.size === 0) into.folders.push(path);
  for (const [name, child] of byName) {
    // The browser reports an undecodable name as an empty one, which resolves to the folder itself.
    if (name === '') into.unread.push(`${path}/`);
    else await collect(child, `${path}/${name}`, into);
  }
};

/** One dropped item. Browsers without entries provide a single file. */
interface DroppedItem extends DroppedSource {
  readonly file: File | null;
}

const read = async (items: readonly DroppedItem[]): Promise<UploadTree> => {
  const into: Collected = { files: [], folders: [], unread: [] };
  for (const { file, ...source } of items) {
    const path = source.entry?.name ?? source.handle?.name ?? file?.name ?? '';
    if (path === '') into.unread.push('/');
    else if (source.entry !== null || source.handle !== null) await collect(source, path, into);
    else if (file !== null) into.files.push({ file, path });
  }
  return { ...into, retry: () => read(items) };
};

/**
 * Reads dropped files and folders with all their contents, and lists what the browser cannot read. The items are valid
 * only until the drop handler returns, so all of them are captured before the first await.
 */
export const readDropped = (items: readonly DataTransferItem[]): Promise<UploadTree> => {
  const captured = items
    .filter(({ kind }) => kind === 'file')
    .map((item) => {
      const entry = item.webkitGetAsEntry();
      // Chromium offers the method on every page, but crashes the page that calls it on plain http. For an image
      // without a file (a screenshot on the clipboard, which has no entry) its promise never settles.
      const canRequestHandle = window.isSecureContext && entry !== null;
      return {
        entry,
        file: item.getAsFile(),
        handlePromise: (canRequestHandle ? item.getAsFileSystemHandle?.() : null) ?? null,
      };
    });
  return Promise.all(
    captured.map(async ({ handlePromise: handlePromise, ...item }): Promise<DroppedItem> => ({
      ...item,
      handle: handlePromise === null ? null : await orNull(handlePromise),
    })),
  ).then(read);
};
