import { type RefObject, useEffect, useEffectEvent } from 'react';
import { readDropped } from '../../../kit/files/receive/read-dropped.ts';
import type { UploadTree } from '../../../kit/files/receive/upload-tree.ts';
import { isTyping } from '../../../platform/key-target.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../all-messages.ts';
import type { FileBrowser } from './browser/use-browser.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Date and time for a file name: `2026-11-23 09.05.02`. */
const fileTimestamp = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())} ` +
  [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join('.');

/** Browsers name every pasted image without a file `image.png`. */
const UNNAMED_IMAGE = /^image\.(png|jpe?g|gif|webp|bmp)$/;

const nameScreenshot = (tree: UploadTree, name: (extension: string) => string): UploadTree => {
  const [only] = tree.files;
  const extension = UNNAMED_IMAGE.exec(only?.path ?? '')?.[1];
  if (only === undefined || extension === undefined || tree.files.length > 1) return tree;
  return { ...tree, files: [{ ...only, path: name(extension) }] };
};

interface PasteKeysProps {
  readonly browser: FileBrowser;
  readonly root: RefObject<HTMLElement | null>;
}

/**
 * Handles Ctrl+V in a file window. Files or an image copied outside Boxwood are uploaded into the current folder;
 * otherwise the Boxwood file clipboard is pasted. Copying in Boxwood overwrites the system clipboard, so the last copy
 * wins.
 * Only the window with the focus handles the event: Firefox dispatches paste at the last text selection, not at the
 * focused element.
 */
export const PasteKeys = ({ browser, root }: PasteKeysProps) => {
  const t = useText(messages);
  const { state, transfers, perform } = browser;
  const onPaste = useEffectEvent((event: ClipboardEvent): void => {
    const { activeElement: focus } = document;
    const own = root.current;
    if (own === null || (!own.contains(focus) && focus !== own.closest('[data-window]'))) return;
    if (event.defaultPrevented || isTyping(event.target) || isTyping(focus)) return;
    event.preventDefault();
    const items = [...(event.clipboardData?.items ?? [])].filter(({ kind }) => kind === 'file');
    if (items.length === 0) {
      perform('paste');
      return;
    }
    const { location } = state;
    const at = fileTimestamp(new Date());
    void readDropped(items).then((tree) => {
      transfers.upload(
        location,
        nameScreenshot(tree, (extension) => t('pastedPicture', { at, ending: extension })),
        true,
      );
    });
  });
  useEffect(() => {
    const onDocumentPaste = (event: ClipboardEvent): void => {
      onPaste(event);
    };
    document.addEventListener('paste', onDocumentPaste);
    return () => {
      document.removeEventListener('paste', onDocumentPaste);
    };
  }, []);
  return null;
};
