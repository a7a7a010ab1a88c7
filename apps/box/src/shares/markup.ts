/** Text that is safe inside of an element and inside of a quoted attribute. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Signs that turn the direction of reading: "photo\u202Egpj.exe" would be read as "photoexe.jpg". */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const escape = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(DIRECTIONS, '\uFFFD')
    .replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

/** What can be put into a template. */
export type Part = string | number | Markup | readonly Markup[];
const partText = (part: Part): string => {
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escape(String(part));
};

export const NOTHING = new Markup('');

/** Markup out of a template: whatever is put in is text, unless it is markup already. */
export const markup = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(
    pieces.reduce((text, piece, index) => {
      const part = parts[index];
      return `${text}${piece}${part === undefined ? '' : partText(part)}`;
    }, ''),
  );
