import { useLayoutEffect, type RefObject } from 'react';

/** Keeps the underline of the tabs at the selected tab, also when the tabs are resized. */
export const useTabIndicator = (list: RefObject<HTMLElement | null>, value: string): void => {
  useLayoutEffect(() => {
    const row = list.current;
    if (row === null) return undefined;
    const measure = (): void => {
      const tab = row.querySelector<HTMLElement>('[role="tab"][data-active]');
      if (tab === null) return;
      row.style.setProperty('--active-tab-left', `${tab.offsetLeft}px`);
      row.style.setProperty('--active-tab-width', `${tab.offsetWidth}px`);
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    for (const tab of row.children) observer.observe(tab);
    return () => {
      observer.disconnect();
    };
  }, [list, value]);
};
