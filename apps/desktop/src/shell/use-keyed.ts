import { useEffect } from 'react';

/** Marks the page from the first key on that moves the focus: under a finger what a script gives the focus to shows none before. */
export const useKeyed = (): void => {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => {
      if (/^(Tab|Arrow)/.test(key)) document.documentElement.dataset['keyed'] = '';
    };
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
    };
  }, []);
};
