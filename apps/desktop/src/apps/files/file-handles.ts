import type { Tree } from './walk-entries.ts';

declare global {
  interface Window {
    /** Chromium, secure pages. */
    showOpenFilePicker?(options: { readonly multiple: boolean }): Promise<readonly FileSystemFileHandle[]>;
  }
  interface DataTransferItem {
    /** Chromium, to be called on secure pages only. */
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  }
}

/** A chosen file; its handle, where there is one, lets the upload go on after a reload. */
type Found = Tree['files'][number];

const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file';
const isFolder = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === 'directory';

/** Adds a dropped file, or a folder with everything in it. */
export const walkHandle = async (
  handle: FileSystemHandle,
  parent: string,
  files: Found[],
  folders: string[],
): Promise<void> => {
  const path = `${parent}${handle.name}`;
  if (isFile(handle)) files.push({ file: await handle.getFile(), path, handle });
  if (!isFolder(handle)) return;
  let empty = true;
  for await (const child of handle.values()) {
    empty = false;
    await walkHandle(child, `${path}/`, files, folders);
  }
  if (empty) folders.push(path);
};

/**
 * Lets the person choose files: with the picker that hands out handles where the browser has one, else with the input element.
 * Both need a click.
 */
export const chooseFiles = (input: HTMLInputElement | null, take: (tree: Tree) => void): void => {
  if (window.showOpenFilePicker === undefined) {
    input?.click();
    return;
  }
  const read = async (handles: readonly FileSystemFileHandle[]): Promise<void> => {
    const files = await Promise.all(
      handles.map(async (handle) => ({ file: await handle.getFile(), path: handle.name, handle })),
    );
    take({ files, folders: [] });
  };
  window.showOpenFilePicker({ multiple: true }).then(read, (cause: unknown) => {
    // Closed without a choice, or forbidden where this page is shown.
    if (!(cause instanceof DOMException && cause.name === 'AbortError')) input?.click();
  });
};
