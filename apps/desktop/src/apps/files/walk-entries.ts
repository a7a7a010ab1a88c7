import type { UploadHandle } from '@boxwood/domain';
import { walkHandle } from './file-handles.ts';

/** A file, its path relative to the target folder and, where the browser gives one, what opens it again after a reload. */
interface Found {
  readonly file: File;
  readonly path: string;
  readonly handle?: UploadHandle;
}

/** Files and empty folders of a drop, with their paths relative to the target folder. */
export interface Tree {
  readonly files: readonly Found[];
  /** Folders without anything in them; the others come with their files. */
  readonly folders: readonly string[];
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** A reader hands out at most a hundred entries at a time, until it hands out none. */
const childrenOf = async (folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> => {
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

const walk = async (entry: FileSystemEntry, parent: string, files: Found[], folders: string[]): Promise<void> => {
  const path = `${parent}${entry.name}`;
  if (isFile(entry)) files.push({ file: await fileOf(entry), path });
  if (!isDirectory(entry)) return;
  const children = await childrenOf(entry);
  if (children.length === 0) folders.push(path);
  for (const child of children) await walk(child, `${path}/`, files, folders);
};

/**
 * Reads what was dropped from the computer, folders with everything in them. The items are only good until the drop handler
 * returns, so they are taken before the first pause.
 */
export const walkItems = (items: readonly DataTransferItem[]): Promise<Tree> => {
  const taken = items
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({
      entry: item.webkitGetAsEntry(),
      file: item.getAsFile(),
      // Chromium offers the call on every page and ends one that makes it on plain http.
      handle: (window.isSecureContext ? item.getAsFileSystemHandle?.().catch(() => null) : null) ?? null,
    }));
  return (async () => {
    const files: Found[] = [];
    const folders: string[] = [];
    for (const { entry, file, handle: asked } of taken) {
      const handle = await asked;
      if (handle !== null) await walkHandle(handle, '', files, folders);
      else if (entry !== null) await walk(entry, '', files, folders);
      else if (file !== null) files.push({ file, path: file.name });
    }
    return { files, folders };
  })();
};

/** Files of an input element; those of a chosen folder carry their path inside it. */
export const treeOfInput = (list: FileList): Tree => ({
  files: Array.from(list, (file) => ({
    file,
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
  })),
  folders: [],
});
