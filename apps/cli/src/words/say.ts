/** Messages of the command line in the user's language. */
import { chinese } from './chinese.ts';

export type Language = 'en' | 'zh-CN';

/** All message texts, in English. */
export type Said = keyof typeof chinese;

type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Values<T extends string> = [Names<T>] extends [never] ? [] : [Readonly<Record<Names<T>, string | number>>];

/** The language: `--lang` if given, otherwise that of the terminal. */
export const languageOf = (args: readonly string[], env: NodeJS.ProcessEnv): Language => {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  const at = own.findIndex((arg) => arg === '--lang' || arg.startsWith('--lang='));
  const asked = at < 0 ? undefined : (own[at]?.split('=')[1] ?? own[at + 1]);
  const tag =
    asked ?? [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((each) => each !== undefined && each !== '');
  return tag?.toLowerCase().startsWith('zh') === true ? 'zh-CN' : 'en';
};

/** The language of this process. */
export const language: Language = languageOf(process.argv.slice(2), process.env);

const table: Readonly<Record<string, string>> = chinese;

/**
 * A text of a declaration (such as an option description) in a language; a text without a translation is returned
 * unchanged.
 */
export const inLanguage = (text: string, wanted: Language): string => (wanted === 'en' ? text : (table[text] ?? text));

/** A message with its placeholders filled in. */
export const say = <T extends Said>(text: T, ...[values]: Values<T>): string => {
  const given: Readonly<Record<string, string | number>> = values ?? {};
  return inLanguage(text, language).replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
};
