import type { UploadTree } from './upload-tree.ts';

declare global {
  interface Window {
    /** Chromium, secure pages. */
    showOpenFilePicker?(options: { readonly multiple: boolean }): Promise<readonly FileSystemFileHandle[]>;
  }
}

const readHandles = async (handles: readonly FileSystemFileHandle[]): Promise<UploadTree> => {
  const read = await Promise.all(
    handles.map(async (handle) => {
      const file = await handle.getFile().catch(() => null);
      return file === null ? handle.name : { file, path: handle.name, handle };
    }),
  );
  return {
    files: read.filter((one) => typeof one !== 'string'),
    folders: [],
    unread: read.filter((one) => typeof one === 'string'),
    retry: () => readHandles(handles),
  };
};

/**
 * Lets the user choose files with the picker that returns file handles where the browser has it, else with the input
 * element. Both require a user activation (click).
 */
export const chooseFiles = (input: HTMLInputElement | null, onChosen: (tree: UploadTree) => void): void => {
  if (window.showOpenFilePicker === undefined) {
    input?.click();
    return;
  }
  const read = async (handles: readonly FileSystemFileHandle[]): Promise<void> => {
    onChosen(await readHandles(handles));
  };
  window.showOpenFilePicker({ multiple: true }).then(read, (cause: unknown) => {
    // AbortError means the user closed the picker. Any other error means the picker is not allowed in this page.
    if (!(cause instanceof DOMException && cause.name === 'AbortError')) input?.click();
  });
};
