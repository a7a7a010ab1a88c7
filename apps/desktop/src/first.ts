import { chooseLanguage, LANGUAGES } from './i18n/language.ts';
import { WORKS } from './sign-in/first-form.ts';

/*
 * The first thing that runs: it shows the sign-in form that stands in the page (`first-page.mjs` wrote it there) before the program is there,
 * and has the program come after it has been painted. It imports nothing that is not small: it is a file of its own, and no module.
 */

/** Milliseconds after which the program comes although nothing was painted, as in a tab in the background. */
const LATEST = 1_000;

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is closed in this browser: the program will say so.
    return null;
  }
};

/** The program looks at the same things and shows the same form; where it might show anything else, nothing is shown before it. */
const isForm = (): boolean => {
  const { pathname, search, hash } = location;
  if (pathname !== '/' || hash.length > 1 || (search !== '' && search !== '?auto=N')) return false;
  if (search === '' && (stored('token') ?? stored('boxToken')) !== null) return false;
  // A page that a worker kept may have to say that its box is away.
  const kept = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  return !kept && stored('boxLAN') !== 'Y';
};

/** Keeps the last button that is pressed before the program is there, Enter in a field too, which presses one; nothing is sent by the browser. */
const hold = (root: HTMLElement): void => {
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
    WORKS,
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

const show = (): boolean => {
  const page = document.documentElement;
  const root = document.getElementById('root');
  const wanted = stored('language');
  const language = LANGUAGES.find((one) => one === wanted) ?? chooseLanguage(navigator.languages);
  const form = document.querySelector<HTMLTemplateElement>(`template[lang="${language}"]`);
  if (root === null || form === null || !isForm()) return false;
  page.lang = language;
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') page.dataset['theme'] = theme;
  root.append(form.content.cloneNode(true));
  root.dataset['first'] = '';
  hold(root);
  return true;
};

let begun = false;
const begin = (): void => {
  const program = document.querySelector('link[data-program]')?.getAttribute('href');
  if (begun || program === null || program === undefined) return;
  begun = true;
  const script = document.createElement('script');
  script.type = 'module';
  script.crossOrigin = 'anonymous';
  // As an address of this page, which says whose it is.
  script.src = program;
  document.head.append(script);
};

if (show() && document.visibilityState === 'visible') {
  requestAnimationFrame(() => {
    setTimeout(begin);
  });
  setTimeout(begin, LATEST);
} else begin();
