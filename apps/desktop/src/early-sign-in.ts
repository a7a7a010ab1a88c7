import { chooseLanguage, LANGUAGES } from './platform/i18n/language.ts';
import { TAKEN_OVER_EVENT } from './shell/sign-in/prerendered-form.ts';

/* The first script that runs. It shows the sign-in form that `prerender-sign-in.mjs` wrote into the page and loads the
   program after the form has been painted. It is a separate classic script, not a module, and imports only small files. */

/** Time in ms after which the program loads although nothing was painted, for example in a background tab. */
const MAX_PAINT_WAIT_MS = 1_000;

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is disabled in this browser; the program reports it.
    return null;
  }
};

/**
 * True when the program would show the sign-in form. It checks the same values as the program; when the program might
 * show another page, nothing is shown before it.
 */
const showsSignInForm = (): boolean => {
  const { pathname, search, hash } = location;
  if (pathname !== '/' || hash.length > 1 || (search !== '' && search !== '?auto=N')) return false;
  if (search === '' && (stored('token') ?? stored('boxToken')) !== null) return false;
  // A page cached by the service worker may have to show that its box is unreachable.
  const isCached = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  return !isCached && stored('boxLAN') !== 'Y';
};

/**
 * Remembers the last button pressed before the program is ready (also by Enter in a field) and presses it later. The
 * browser submits nothing.
 */
const holdPresses = (root: HTMLElement): void => {
  let pressed: HTMLButtonElement | null = null;
  const onClick = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button === null) return;
    stop(event);
    pressed?.removeAttribute('aria-busy');
    pressed = button;
    button.setAttribute('aria-busy', 'true');
  };
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  root.addEventListener('click', onClick, true);
  root.addEventListener('submit', stop, true);
  root.addEventListener(
    TAKEN_OVER_EVENT,
    () => {
      root.removeEventListener('click', onClick, true);
      root.removeEventListener('submit', stop, true);
      delete root.dataset['first'];
      pressed?.removeAttribute('aria-busy');
      pressed?.click();
    },
    { once: true },
  );
};

const showForm = (): boolean => {
  const page = document.documentElement;
  const root = document.getElementById('root');
  const storedLanguage = stored('language');
  const language = LANGUAGES.find((one) => one === storedLanguage) ?? chooseLanguage(navigator.languages);
  const form = document.querySelector<HTMLTemplateElement>(`template[lang="${language}"]`);
  if (root === null || form === null || !showsSignInForm()) return false;
  page.lang = language;
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') page.dataset['theme'] = theme;
  root.append(form.content.cloneNode(true));
  root.dataset['first'] = '';
  holdPresses(root);
  return true;
};

let isProgramRequested = false;
const loadProgram = (): void => {
  const program = document.querySelector('link[data-program]')?.getAttribute('href');
  if (isProgramRequested || program === null || program === undefined) return;
  isProgramRequested = true;
  const script = document.createElement('script');
  script.type = 'module';
  script.crossOrigin = 'anonymous';
  // Set as a property, so that the URL resolves against this page.
  script.src = program;
  document.head.append(script);
};

if (showForm() && document.visibilityState === 'visible') {
  requestAnimationFrame(() => {
    setTimeout(loadProgram);
  });
  setTimeout(loadProgram, MAX_PAINT_WAIT_MS);
} else loadProgram();
