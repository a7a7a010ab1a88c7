/**
 * The form that stood in the page before the program was there (`src/first.ts`): the program takes its elements over, with what was typed
 * into them, where the keyboard is and what was pressed.
 */

/** The element of the page while its form is not the program's yet. */
const SELECTOR = '#root[data-first]';
/** Said on that element when the program answers to the form. */
export const WORKS = 'boxwood-works';

const first = (): HTMLElement | null =>
  typeof document === 'undefined' ? null : document.querySelector<HTMLElement>(SELECTOR);

/** Whether a form stands there that is not the program's yet. */
export const isFirst = (): boolean => first() !== null;

/** What was typed so far into the field of this name; nothing where there was no such form. */
export const typedFirst = (name: 'username' | 'password'): string =>
  first()?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '';

/** The program answers now: what was pressed before is done. */
export const firstWorks = (): void => {
  first()?.dispatchEvent(new Event(WORKS));
};
