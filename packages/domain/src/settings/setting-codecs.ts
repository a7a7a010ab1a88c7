/** Writes a value as text and reads it back. `read` returns undefined for invalid text. */
export interface SettingCodec<T> {
  read(text: string): T | undefined;
  write(value: T): string;
}

/** Plain text. */
export const plainText: SettingCodec<string> = { read: (text) => text, write: (value) => value };

/** One of a set of strings. */
export const oneOf = <const W extends string>(...values: readonly W[]): SettingCodec<W> => ({
  read: (text) => values.find((known) => known === text),
  write: (value) => value,
});

/** A number in a range, rounded to steps. */
export const numberIn = (min: number, max: number, step: number): SettingCodec<number> => ({
  read: (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!(value >= min && value <= max)) return undefined;
    return Number((Math.round(value / step) * step).toFixed(4));
  },
  write: (value) => String(value),
});

/** JSON of a known shape. */
export const json = <T>(decode: (value: unknown) => T | undefined): SettingCodec<T> => ({
  read: (text) => {
    try {
      return decode(JSON.parse(text));
    } catch {
      return undefined;
    }
  },
  write: (value) => JSON.stringify(value),
});

const PREFIX = 'b64:';

/** Text as `b64:` and base64url (G-25). Obfuscation only, against shoulder surfing. Invalid text counts as absent. */
export const obfuscated: SettingCodec<string> = {
  read: (text) => {
    if (!text.startsWith(PREFIX)) return undefined;
    try {
      const binary = atob(text.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
      const octets = Uint8Array.from(binary, (character) => character.charCodeAt(0));
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
    } catch {
      return undefined;
    }
  },
  write: (value) => {
    const binary = Array.from(new TextEncoder().encode(value), (octet) => String.fromCharCode(octet)).join('');
    return PREFIX + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  },
};
