import type { UploadHandle } from '@boxwood/domain';

/**
 * A file with its path relative to the target folder and, if the browser offers one, a handle that reopens it after a
 * reload.
 */
export interface UploadTreeFile {
  readonly file: File;
  readonly path: string;
  readonly handle?: UploadHandle;
}

/** Files and folders from the user's computer, with paths relative to the target folder. */
export interface UploadTree {
  readonly files: readonly UploadTreeFile[];
  /** Empty folders; the others follow from the paths of their files. */
  readonly folders: readonly string[];
  /**
   * Paths the browser could not read. A path that ends with `/` is an entry of that folder whose name the browser does
   * not expose.
   */
  readonly unread: readonly string[];
  /** Reads everything again; null where the browser cannot (the user has to choose again). */
  readonly retry: (() => Promise<UploadTree>) | null;
}

/** Reads the files of an input element. Files of a chosen folder have their path inside it. */
export const treeOfInput = (list: FileList): UploadTree => {
  const all = Array.from(list, (file) => ({
    file,
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
  }));
  return {
    files: all.filter(({ file }) => file.name !== ''),
    folders: [],
    unread: all.filter(({ file }) => file.name === '').map(({ path }) => path),
    retry: null,
  };
};
