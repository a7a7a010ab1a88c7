import { useEffect, useState } from 'react';

/** Pause after the last key before the search starts. */
const PAUSE_MS = 250;

/** The text of the search box, and the debounced query. */
export const useWords = (): readonly [text: string, words: string, setText: (text: string) => void] => {
  const [text, setText] = useState('');
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setWords(text.trim());
      },
      text.trim() === '' ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return [text, words, setText];
};
