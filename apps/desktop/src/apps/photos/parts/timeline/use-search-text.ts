import { useEffect, useState } from 'react';

/** Pause after the last key before the search starts. */
const SEARCH_DEBOUNCE_MS = 250;

/** The text of the search box, and the debounced query. */
export const useSearchText = (): readonly [text: string, words: string, setText: (text: string) => void] => {
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setQuery(text.trim());
      },
      text.trim() === '' ? 0 : SEARCH_DEBOUNCE_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return [text, query, setText];
};
