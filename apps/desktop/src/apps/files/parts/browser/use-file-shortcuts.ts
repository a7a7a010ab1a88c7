import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { useLatest } from '@boxwood/ui';
import { isTyping, handlesOwnKeys } from '../../../../platform/key-target.ts';
import type { FileBrowser } from './use-browser.ts';

/**
 * Keyboard shortcuts of a file window, besides those of the list (ui.md). `root` handles its own key events; keys
 * pressed elsewhere in the window, such as the title bar or sidebar, have the same effect.
 */
export const useFileShortcuts = (
  browser: FileBrowser,
  root: RefObject<HTMLElement | null>,
  { editPath, openPreview }: { readonly editPath: () => void; readonly openPreview: () => void },
): ((event: KeyboardEvent<HTMLElement>) => void) => {
  const { view, state, perform, chosen } = browser;

  const shortcut = (event: KeyboardEvent<HTMLElement> | globalThis.KeyboardEvent): (() => void) | null => {
    const ctrl = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === 'F5' && !ctrl) return () => perform('refresh');
    if (ctrl && !event.shiftKey && key === 'l') return editPath;
    if (event.altKey && !ctrl)
      switch (key) {
        case 'ArrowLeft':
          return () => view.back();
        case 'ArrowRight':
          return () => view.forward();
        case 'ArrowUp':
          return () => {
            if (state.location.path !== browser.root?.path) view.up();
          };
        case 'Enter':
          return () => perform('details');
        default:
          return null;
      }
    if (isTyping(event.target)) return null;
    if (ctrl)
      switch (key) {
        case 'n':
          return event.shiftKey ? () => perform('newFolder') : null;
        case 'c':
          return event.shiftKey || String(window.getSelection()) !== '' ? null : () => perform('copy');
        case 'x':
          return () => perform('cut');
        case 'd':
          return () => perform('download');
        case 'a':
          return event.shiftKey ? null : () => perform('selectAll');
        case 'i':
          return () => view.invertSelection();
        default:
          return null;
      }
    // Space presses a focused button.
    const onList = !(event.target instanceof Element) || event.target.closest('[role="grid"], [aria-busy]') !== null;
    switch (key) {
      case 'F2':
        return () => perform(chosen.entries.length > 1 ? 'batchRename' : 'rename');
      case 'Delete':
        return () => perform(event.shiftKey ? 'deleteForEver' : 'delete');
      case 'Backspace':
        return () => {
          if (state.location.path !== browser.root?.path) view.up();
        };
      case ' ':
        return !onList || chosen.entries.length === 0 ? null : openPreview;
      default:
        return null;
    }
  };

  const onWindowKey = useLatest((event: globalThis.KeyboardEvent): void => {
    const { target } = event;
    const own = root.current;
    if (event.defaultPrevented || event.isComposing || own === null || !(target instanceof Element)) return;
    const window = target.closest('[data-window]');
    if (window === null || window !== own.closest('[data-window]')) return;
    if (own.contains(target) || handlesOwnKeys(target)) return;
    const command = shortcut(event);
    if (command === null) return;
    event.preventDefault();
    command();
  });
  useEffect(() => {
    // On the document, so the focused element handles the key first.
    const onKey = (event: globalThis.KeyboardEvent): void => {
      onWindowKey.current(event);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [onWindowKey]);

  return (event) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const command = shortcut(event);
    if (command === null) return;
    event.preventDefault();
    event.stopPropagation();
    command();
  };
};
