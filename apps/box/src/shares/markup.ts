/** HTML that is safe inside an element and inside a quoted attribute. */
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
/** Bidirectional control characters: "photo\u202Egpj.exe" would be displayed as "photoexe.jpg". */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const escape = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(DIRECTIONS, '\uFFFD')
    .replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

/** A value that can be inserted into a template. */
export type Part = string | number | Markup | readonly Markup[];
const partText = (part: Part): string => {
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escape(String(part));
};

export const NOTHING = new Markup('');

/** Template tag that escapes inserted values unless they are markup already. */
export const markup = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(
    pieces.reduce((text, piece, index) => {
      const part = parts[index];
      return `${text}${piece}${part === undefined ? '' : partText(part)}`;
    }, ''),
  );
