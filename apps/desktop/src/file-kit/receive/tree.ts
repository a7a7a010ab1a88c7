import type { UploadHandle } from '@boxwood/domain';

/** A file, its path relative to the target folder and, where the browser gives one, what opens it again after a reload. */
export interface Found {
  readonly file: File;
  readonly path: string;
  readonly handle?: UploadHandle;
}

/** What a person brings from the computer, with paths relative to the target folder. */
export interface Tree {
  readonly files: readonly Found[];
  /** Folders without anything in them; the others come with their files. */
  readonly folders: readonly string[];
  /** What the browser could not read. A path that ends with `/` is something in that folder whose name it does not tell. */
  readonly unread: readonly string[];
  /** Reads everything anew; null where the browser cannot (a person chooses again). */
  readonly again: (() => Promise<Tree>) | null;
}

/** Files of an input element; those of a chosen folder carry their path inside it. */
export const treeOfInput = (list: FileList): Tree => {
  const all = Array.from(list, (file) => ({
    file,
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
  }));
  return {
    files: all.filter(({ file }) => file.name !== ''),
    folders: [],
    unread: all.filter(({ file }) => file.name === '').map(({ path }) => path),
    again: null,
  };
};
