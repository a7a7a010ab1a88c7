/** Messages of the command line in the user's language. */
import { chineseMessages } from './chinese-messages.ts';

export type CliLanguage = 'en' | 'zh-CN';

/** All message texts, in English. */
export type MessageText = keyof typeof chineseMessages;

type PlaceholdersOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;
type MessageArgs<T extends string> = [PlaceholdersOf<T>] extends [never]
  ? []
  : [Readonly<Record<PlaceholdersOf<T>, string | number>>];

/** The language: `--lang` if given, otherwise that of the terminal. */
export const languageOf = (args: readonly string[], env: NodeJS.ProcessEnv): CliLanguage => {
  const ownArguments = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  const index = ownArguments.findIndex((arg) => arg === '--lang' || arg.startsWith('--lang='));
  const requested = index < 0 ? undefined : (ownArguments[index]?.split('=')[1] ?? ownArguments[index + 1]);
  const tag =
    requested ?? [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((each) => each !== undefined && each !== '');
  return tag?.toLowerCase().startsWith('zh') === true ? 'zh-CN' : 'en';
};

/** The language of this process. */
export const language: CliLanguage = languageOf(process.argv.slice(2), process.env);

const messages: Readonly<Record<string, string>> = chineseMessages;

/**
 * A text of a declaration (such as an option description) in a language; a text without a translation is returned
 * unchanged.
 */
export const translateTo = (text: string, target: CliLanguage): string =>
  target === 'en' ? text : (messages[text] ?? text);

/** A message with its placeholders filled in. */
export const translate = <T extends MessageText>(text: T, ...[values]: MessageArgs<T>): string => {
  const given: Readonly<Record<string, string | number>> = values ?? {};
  return translateTo(text, language).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(given[name] ?? placeholder),
  );
};
