/** Bech32 (BIP 173) as age uses it for keys: a prefix, `1`, the bytes in groups of five bits, a checksum of six characters. */
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

function checksum(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].forEach((generator, bit) => {
      if ((top >>> bit) & 1) sum ^= generator;
    });
  }
  return sum >>> 0;
}

const expand = (prefix: string): number[] => {
  const codes = Array.from(prefix, (character) => character.charCodeAt(0));
  return [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)];
};

function regroup(values: Iterable<number>, from: number, to: number, pad: boolean): number[] | null {
  const out: number[] = [];
  let held = 0;
  let bits = 0;
  for (const value of values) {
    held = ((held << from) | value) & 0xfffff;
    bits += from;
    while (bits >= to) {
      bits -= to;
      out.push((held >>> bits) & ((1 << to) - 1));
    }
  }
  const rest = (held << (to - bits)) & ((1 << to) - 1);
  if (pad) return bits > 0 ? [...out, rest] : out;
  return bits >= from || rest !== 0 ? null : out;
}

/** @param prefix in lower case */
export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  const data = regroup(bytes, 8, 5, true) ?? [];
  const sum = checksum([...expand(prefix), ...data, 0, 0, 0, 0, 0, 0]) ^ 1;
  const tail = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31);
  return `${prefix}1${[...data, ...tail].map((value) => ALPHABET[value]).join('')}`;
}

/** The bytes of a text in one case with this prefix (lower case); null when prefix, characters, padding or checksum are wrong. */
export function decodeBech32(prefix: string, text: string): Uint8Array | null {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return null;
  const lower = text.toLowerCase();
  if (!lower.startsWith(`${prefix}1`)) return null;
  const values = Array.from(lower.slice(prefix.length + 1), (character) => ALPHABET.indexOf(character));
  if (values.length < 6 || values.includes(-1) || checksum([...expand(prefix), ...values]) !== 1) return null;
  const bytes = regroup(values.slice(0, -6), 5, 8, false);
  return bytes === null ? null : Uint8Array.from(bytes);
}
