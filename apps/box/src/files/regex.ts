import { RE2JS } from 're2js';

/** Longest regular expression taken (G-16). */
export const MAX_REGEX = 128;

/** A name test that runs in linear time, without regard to case, anywhere in the name; null when `source` is not in the dialect. */
export const nameTest = (source: string): ((name: string) => boolean) | null => {
  if (source.length > MAX_REGEX) return null;
  try {
    const pattern = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL);
    return (name) => pattern.test(name);
  } catch {
    return null;
  }
};

/**
 * The longest text that every matching name must contain, in the case it was written; empty when none can be told. Only plain sequences of
 * text, `.`, `.*`, `^` and `$` are looked into, which is what a typed search becomes (G-16); anything else may be optional.
 */
export const requiredText = (source: string): string => {
  let longest = '';
  let run = '';
  const end = (): void => {
    if (run.length > longest.length) longest = run;
    run = '';
  };
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] ?? '';
    const next = source[at + 1] ?? '';
    if (sign === '\\') {
      if (next === '' || /[A-Za-z0-9]/.test(next)) return '';
      run += next;
      at += 1;
    } else if (sign === '.') {
      end();
      if (next === '*') at += 1;
    } else if (sign === '^' || sign === '$') end();
    else if ('*+?{}[]()|'.includes(sign)) return '';
    else run += sign;
  }
  end();
  return longest;
};
