import type { KeyboardEvent } from 'react';

/** Index of the tab that a key moves to; null for other keys. Wraps around at the ends. */
export const tabAfter = (key: string, at: number, count: number): number | null => {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
};

/** Moves the focus along the tabs; the `onFocus` of a tab selects it. */
export const onTabKey = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]:not([aria-disabled="true"])')];
  const next = tabAfter(
    event.key,
    tabs.findIndex((tab) => tab === event.target),
    tabs.length,
  );
  if (next === null || tabs.length === 0) return;
  event.preventDefault();
  tabs[next]?.focus();
};
