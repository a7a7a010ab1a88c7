/**
 * The sign-in form that is prerendered into the page and works before the program has loaded (`src/early-sign-in.ts`). The
 * program takes over its elements, with their values, the focus and a pending submit.
 */

/** The root element while it still holds the prerendered form. */
const PRERENDERED_ROOT_SELECTOR = '#root[data-first]';
/** Event dispatched on that element when the program has taken over the form. */
export const TAKEN_OVER_EVENT = 'boxwood-works';

const prerenderedRoot = (): HTMLElement | null =>
  typeof document === 'undefined' ? null : document.querySelector<HTMLElement>(PRERENDERED_ROOT_SELECTOR);

/** Whether the page still shows the prerendered form. */
export const isPrerendered = (): boolean => prerenderedRoot() !== null;

/** The value typed into the prerendered field of this name; empty when there is no such form. */
export const prerenderedValue = (name: 'username' | 'password'): string =>
  prerenderedRoot()?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '';

/** Announces that the program has taken over the form, so that a pending submit runs. */
export const announceTakeover = (): void => {
  prerenderedRoot()?.dispatchEvent(new Event(TAKEN_OVER_EVENT));
};
