import { type RefObject, useEffect, useEffectEvent } from 'react';
import { readDropped } from '../../../file-kit/receive/dropped.ts';
import type { Tree } from '../../../file-kit/receive/tree.ts';
import { isTyping } from '../../../platform/takes-keys.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../all-messages.ts';
import type { Browser } from './use-browser.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** Date and time for a file name: `2026-11-23 09.05.02`. */
const stamp = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ` +
  [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.');

/** Browsers name every pasted image without a file `image.png`. */
const NAMELESS = /^image\.(png|jpe?g|gif|webp|bmp)$/;

const named = (tree: Tree, name: (ending: string) => string): Tree => {
  const [only] = tree.files;
  const ending = NAMELESS.exec(only?.path ?? '')?.[1];
  if (only === undefined || ending === undefined || tree.files.length > 1) return tree;
  return { ...tree, files: [{ ...only, path: name(ending) }] };
};

interface PasteKeysProps {
  readonly browser: Browser;
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
    const at = stamp(new Date());
    void readDropped(items).then((tree) => {
      transfers.upload(
        location,
        named(tree, (ending) => t('pastedPicture', { at, ending })),
        true,
      );
    });
  });
  useEffect(() => {
    const heard = (event: ClipboardEvent): void => {
      onPaste(event);
    };
    document.addEventListener('paste', heard);
    return () => {
      document.removeEventListener('paste', heard);
    };
  }, []);
  return null;
};
