import type { Settings, StateStream } from '@boxwood/domain';
import { State } from '@boxwood/domain';
import { chooseLanguage, LANGUAGES, type Language } from '../i18n/language.ts';
import type { Languages } from '../i18n/languages.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Smallest and largest zoom, and the step (G-09). */
export const ZOOM_LIMITS = Object.freeze({ min: 0.5, max: 2, step: 0.1 });

const THEME_KEY = 'theme';
const LANGUAGE_KEY = 'language';

const isOneOf = <const A extends readonly string[]>(values: A, value: string | null): value is A[number] =>
  values.some((one) => one === value);

/**
 * The appearance of the desktop for this user in this browser: theme, language, zoom. Applies it to the page and stores
 * it.
 */
export class Appearance {
  readonly #settings: Settings;
  readonly #languages: Languages;
  readonly #root: HTMLElement;
  readonly #theme: State<Theme>;

  constructor(settings: Settings, languages: Languages, root: HTMLElement, preferredLanguages: readonly string[]) {
    this.#settings = settings;
    this.#languages = languages;
    this.#root = root;
    const stored = settings.text(THEME_KEY);
    this.#theme = new State<Theme>(isOneOf(THEMES, stored) ? stored : 'system');
    const language = settings.text(LANGUAGE_KEY);
    languages.use(isOneOf(LANGUAGES, language) ? language : chooseLanguage(preferredLanguages));
    this.#apply();
  }

  get theme$(): StateStream<Theme> {
    return this.#theme.stream;
  }

  useTheme(theme: Theme): void {
    this.#theme.set(theme);
    this.#settings.setText(THEME_KEY, theme);
    this.#apply();
  }

  useLanguage(language: Language): void {
    this.#languages.use(language);
    this.#settings.setText(LANGUAGE_KEY, language);
    this.#apply();
  }

  /** Rounds to the step and clamps to the limits (SHELL-18). */
  useZoom(zoom: number): void {
    const steps = Math.round(zoom / ZOOM_LIMITS.step);
    this.#settings.set(
      'zoom',
      Math.min(ZOOM_LIMITS.max, Math.max(ZOOM_LIMITS.min, Number((steps * ZOOM_LIMITS.step).toFixed(1)))),
    );
  }

  #apply(): void {
    const theme = this.#theme.value;
    if (theme === 'system') delete this.#root.dataset['theme'];
    else this.#root.dataset['theme'] = theme;
    this.#root.lang = this.#languages.language$.value;
  }
}
