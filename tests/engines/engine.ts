/**
 * A browser other than Chromium, with what the story of `engines.test.ts` needs: running code in the page, a pointer
 * and a keyboard.
 */
export interface Engine {
  readonly name: 'Firefox' | 'WebKit';
  go(url: string): Promise<void>;
  /**
   * Runs a function in the page. It cannot use the scope of this file: its arguments are its only input, and all values
   * are JSON.
   */
  run<Args extends readonly Json[], A>(look: (...args: Args) => A, ...args: Args): Promise<A>;
  /**
   * Presses at the first point, moves over the others with the button held, and releases; a click when there is only
   * one point.
   */
  press(points: readonly Point[], button?: 'left' | 'right', clicks?: number): Promise<void>;
  /** Presses keys together, such as `['Control', 'c']`. */
  keys(keys: readonly Key[]): Promise<void>;
  /** Types a text into the focused element. */
  type(text: string): Promise<void>;
  /** Sets local files on a file input. */
  choose(selector: string, paths: readonly string[]): Promise<void>;
  /** A screenshot of the page as PNG. */
  picture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Point = readonly [x: number, y: number];

/**
 * The keys of the story that type no character, with their WebDriver codes
 * (https://www.w3.org/TR/webdriver2/#keyboard-actions).
 */
export const KEYS = {
  Backspace: '\uE003',
  Control: '\uE009',
  Delete: '\uE017',
  Enter: '\uE007',
  Escape: '\uE00C',
  F2: '\uE032',
} as const;
export type Key = keyof typeof KEYS | 'a' | 'c' | 'v' | 'z';
