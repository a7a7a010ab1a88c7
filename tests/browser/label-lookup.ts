import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../apps/desktop/src', import.meta.url));

const TEXT = String.raw`'((?:[^'\\]|\\.)*)'`;
const BOTH = new RegExp(String.raw`\ben:\s*${TEXT},\s*zh:\s*${TEXT}`, 'g');

/** All messages of the desktop, both languages side by side, from its catalogues. */
const allLabels = (): readonly (readonly [en: string, zh: string])[] =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:messages|words)\.ts$/.test(name))
    .flatMap((name) => [...readFileSync(join(SOURCES, name), 'utf8').matchAll(BOTH)])
    .map(([, en = '', zh = '']) => [en, zh]);

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

type Values = Readonly<Record<string, string>>;

/**
 * Translates an English message of the catalogues to the language on the screen, whole or as a part of a text;
 * placeholders are filled with `values`.
 */
export interface LabelLookup {
  (text: string, values?: Values): RegExp;
  readonly part: (text: string, values?: Values) => RegExp;
}

/** Creates the lookup for the language of a page. One English text may have several translations, each in its place. */
export const createLabelLookup = (language: 'en' | 'zh'): LabelLookup => {
  const words = language === 'zh' ? allLabels() : [];
  const ways = (text: string, values: Values): string => {
    const said = language === 'en' ? [text] : [...new Set(words.filter(([en]) => en === text).map(([, zh]) => zh))];
    if (said.length === 0) throw new Error(`no text of the product: ${text}`);
    return said.map((one) => escaped(one.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''))).join('|');
  };
  return Object.assign((text: string, values: Values = {}) => new RegExp(`^\\s*(?:${ways(text, values)})\\s*$`), {
    part: (text: string, values: Values = {}) => new RegExp(ways(text, values)),
  });
};
