/** A browser that is not Chromium, as far as the story of `engines.test.ts` needs it: an eye (`run`), a hand and a keyboard. */
export interface Engine {
  readonly name: 'Firefox' | 'WebKit';
  go(url: string): Promise<void>;
  /** Runs a function in the page. It sees nothing of this file: what it needs are its arguments, and all of it is JSON. */
  run<Args extends readonly Json[], A>(look: (...args: Args) => A, ...args: Args): Promise<A>;
  /** Presses, moves over the points with the button held, and lets go; a click where there is one point only. */
  press(points: readonly Point[], button?: 'left' | 'right', clicks?: number): Promise<void>;
  /** Keys at once, such as `['Control', 'c']`. */
  keys(keys: readonly Key[]): Promise<void>;
  /** What a person types where the focus is. */
  type(text: string): Promise<void>;
  /** Gives files of the computer to a file input. */
  choose(selector: string, paths: readonly string[]): Promise<void>;
  /** The page as a PNG. */
  picture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Point = readonly [x: number, y: number];

/** The keys of the story that write no letter, as WebDriver counts them (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
export const KEYS = {
  Backspace: '\uE003',
  Control: '\uE009',
  Delete: '\uE017',
  Enter: '\uE007',
  Escape: '\uE00C',
  F2: '\uE032',
} as const;
export type Key = keyof typeof KEYS | 'a' | 'c' | 'v' | 'z';
