import { type RefObject, useEffect, useEffectEvent } from 'react';
import { readDropped } from '../../../file-kit/receive/dropped.ts';
import type { Tree } from '../../../file-kit/receive/tree.ts';
import { isTyping } from '../../../platform/takes-keys.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../all-messages.ts';
import type { Browser } from './use-browser.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** Date and time as they may stand in a name: `2026-11-23 09.05.02`. */
const stamp = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ` +
  [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.');

/** Browsers call every picture without a file of its own `image.png`. */
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
 * Ctrl+V in a window of files. Files, or a picture, that were copied outside of Boxwood are uploaded into the open folder; without any, what was cut or
 * copied in Boxwood is pasted. Copying in Boxwood takes the place of what was on the clipboard, so the last copy counts.
 * The window that has the focus, in its content or as a whole, is meant: Firefox tells of a paste where text was selected last, not where
 * the focus is.
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
