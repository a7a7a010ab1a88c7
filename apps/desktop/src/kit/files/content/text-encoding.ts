import { isLikelyChinese } from '@boxwood/box-sdk/rules';

/** Supported text encodings, by their names in the Encoding Standard. */
export const ENCODINGS = [
  ...(['utf-8', 'gb18030', 'big5', 'shift_jis', 'euc-kr', 'windows-1252', 'windows-1251'] as const),
  ...(['utf-16le', 'utf-16be'] as const),
] as const;
export type TextEncodingName = (typeof ENCODINGS)[number];

/** The format of a text file, needed to write it back unchanged. */
export interface TextFormat {
  readonly encoding: TextEncodingName;
  /** Whether a byte order mark (U+FEFF) is present, by which old Windows programs detect UTF-8. */
  readonly hasBom: boolean;
  /** Windows uses CRLF. */
  readonly lineEnd: '\n' | '\r\n';
}

/** Default for new files. */
export const UTF8: TextFormat = { encoding: 'utf-8', hasBom: false, lineEnd: '\n' };

const BOM = '\uFEFF';
/** Bytes inspected to detect an encoding, so that a large file does not block the page. */
const DETECT_BYTES = 256 * 1024;

const startsWith = (bytes: Uint8Array, ...first: readonly number[]): boolean =>
  first.every((byte, index) => bytes[index] === byte);

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/**
 * Detects the encoding: by the byte order mark, else UTF-8 if valid, else GB18030 if it reads as Chinese, else
 * Windows-1252.
 */
const encodingOf = (bytes: Uint8Array): Pick<TextFormat, 'encoding' | 'hasBom'> => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return { encoding: 'utf-8', hasBom: true };
  if (startsWith(bytes, 0xff, 0xfe)) return { encoding: 'utf-16le', hasBom: true };
  if (startsWith(bytes, 0xfe, 0xff)) return { encoding: 'utf-16be', hasBom: true };
  if (isUtf8(bytes)) return { encoding: 'utf-8', hasBom: false };
  return { encoding: isLikelyChinese(bytes.subarray(0, DETECT_BYTES)) ? 'gb18030' : 'windows-1252', hasBom: false };
};

/** Whether the bytes are binary: at least a tenth are zero. A log with a few zero bytes from a crash is still text. */
export const isBinary = (bytes: Uint8Array): boolean => {
  const sample = bytes.subarray(0, DETECT_BYTES);
  const zeros = sample.reduce((sum, byte) => (byte === 0 ? sum + 1 : sum), 0);
  return zeros * 10 >= sample.length && zeros > 0 && !encodingOf(bytes).encoding.startsWith('utf-16');
};

/**
 * Decodes bytes to text with LF line ends; undecodable bytes become U+FFFD.
 * @param chosen - The encoding chosen by the user; detected when omitted.
 */
export const decodeText = (
  bytes: Uint8Array,
  chosen?: TextEncodingName,
): { readonly text: string; readonly format: TextFormat } => {
  const detected = encodingOf(bytes);
  const { encoding, hasBom } =
    chosen === undefined || chosen === detected.encoding ? detected : { encoding: chosen, hasBom: false };
  const text = new TextDecoder(encoding).decode(bytes);
  const isWindows = text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text);
  return isWindows
    ? { text: text.replaceAll('\r\n', '\n'), format: { encoding, hasBom, lineEnd: '\r\n' } }
    : { text, format: { encoding, hasBom, lineEnd: '\n' } };
};

const LF_BYTE = Uint8Array.of(0x0a);

const concatBytes = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

type EncodeTable = ReadonlyMap<string, Uint8Array>;

/**
 * Builds a table from letters to bytes. Browsers can encode only UTF-8, so every byte and byte pair is decoded once.
 */
const buildEncodeTable = (encoding: TextEncodingName): EncodeTable => {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, Uint8Array>();
  /** Decodes many byte sequences in one call, one a line. */
  const add = (all: readonly Uint8Array[]): void => {
    const letters = decoder.decode(concatBytes(all.flatMap((bytes) => [bytes, LF_BYTE]))).split('\n');
    for (const [index, bytes] of all.entries()) {
      const letter = letters[index] ?? '';
      if (Array.from(letter).length === 1 && letter !== '\uFFFD' && !table.has(letter)) table.set(letter, bytes);
    }
  };
  const range = (from: number, to: number): readonly number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  add(range(0, 0xff).flatMap((byte) => (byte === 0x0a ? [] : [Uint8Array.of(byte)])));
  table.set('\n', LF_BYTE);
  if (encoding.startsWith('windows-')) return table;
  for (const lead of range(0x81, 0xfe)) add(range(0x40, 0xfe).map((trail) => Uint8Array.of(lead, trail)));
  return table;
};
const tables = new Map<TextEncodingName, EncodeTable>();

const asUtf16 = (text: string, little: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), little);
  return bytes;
};

/** Encodes a text. Returns the first letter that the encoding cannot represent, if there is one. */
export const encodeText = (
  text: string,
  { encoding, hasBom, lineEnd }: TextFormat,
): { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly unencodable: string } => {
  const lines = lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd);
  const withBom = hasBom ? BOM + lines : lines;
  if (encoding === 'utf-8') return { bytes: new TextEncoder().encode(withBom) };
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return { bytes: asUtf16(withBom, encoding === 'utf-16le') };
  const table = tables.get(encoding) ?? buildEncodeTable(encoding);
  tables.set(encoding, table);
  const parts: Uint8Array[] = [];
  for (const letter of lines) {
    const bytes = table.get(letter);
    if (bytes === undefined) return { unencodable: letter };
    parts.push(bytes);
  }
  return { bytes: concatBytes(parts) };
};
