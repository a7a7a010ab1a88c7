import type { Tree } from './tree.ts';

declare global {
  interface Window {
    /** Chromium, secure pages. */
    showOpenFilePicker?(options: { readonly multiple: boolean }): Promise<readonly FileSystemFileHandle[]>;
  }
}

const readHandles = async (handles: readonly FileSystemFileHandle[]): Promise<Tree> => {
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
    again: () => readHandles(handles),
  };
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
    take(await readHandles(handles));
  };
  window.showOpenFilePicker({ multiple: true }).then(read, (cause: unknown) => {
    // Closed without a choice, or forbidden where this page is shown.
    if (!(cause instanceof DOMException && cause.name === 'AbortError')) input?.click();
  });
};
