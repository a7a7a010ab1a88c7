/**
 * The sign-in form that is prerendered into the page and works before the program has loaded (`src/first.ts`). The
 * program takes over its elements, with their values, the focus and a pending submit.
 */

/** The root element while it still holds the prerendered form. */
const SELECTOR = '#root[data-first]';
/** Event dispatched on that element when the program has taken over the form. */
export const WORKS = 'boxwood-works';

const first = (): HTMLElement | null =>
  typeof document === 'undefined' ? null : document.querySelector<HTMLElement>(SELECTOR);

/** Whether the page still shows the prerendered form. */
export const isFirst = (): boolean => first() !== null;

/** The value typed into the prerendered field of this name; empty when there is no such form. */
export const typedFirst = (name: 'username' | 'password'): string =>
  first()?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '';

/** Announces that the program has taken over the form, so that a pending submit runs. */
export const firstWorks = (): void => {
  first()?.dispatchEvent(new Event(WORKS));
};
