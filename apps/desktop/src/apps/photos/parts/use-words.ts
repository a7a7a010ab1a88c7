import { useEffect, useState } from 'react';

/** After so long without a key the box is asked, ms. */
const PAUSE_MS = 250;

/** What somebody types to search, and what is searched for: the same a moment later. */
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
