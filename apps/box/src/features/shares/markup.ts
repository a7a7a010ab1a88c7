/** HTML that is safe inside an element and inside a quoted attribute. */
export class SafeHtml {
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
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const escapeHtml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(BIDI_CONTROLS, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** A value that can be inserted into a template. */
export type MarkupValue = string | number | SafeHtml | readonly SafeHtml[];
const renderValue = (value: MarkupValue): string => {
  if (value instanceof SafeHtml) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escapeHtml(String(value));
};

export const EMPTY_MARKUP = new SafeHtml('');

/** Template tag that escapes inserted values unless they are markup already. */
export const markup = (literals: TemplateStringsArray, ...values: readonly MarkupValue[]): SafeHtml =>
  new SafeHtml(
    literals.reduce((text, literal, index) => {
      const value = values[index];
      return `${text}${literal}${value === undefined ? '' : renderValue(value)}`;
    }, ''),
  );
