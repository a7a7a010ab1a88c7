import { useEffect } from 'react';

/**
 * Sets `data-keyed` on the page after the first key that moves the focus, so that a touch user sees no focus ring when
 * a script focuses an element.
 */
export const useKeyboardFocusAttribute = (): void => {
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
