import type { KeyboardEvent } from 'react';

/** Which of the enabled tabs a key leads to; null when the key is none of ours. The row is a ring. */
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

/** Moves focus along a row of tabs; the one that has it is chosen by its `onFocus`. */
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
