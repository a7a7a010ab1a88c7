/**
 * SHA-256 and HMAC (FIPS 180-4, RFC 2104) in plain TypeScript: `crypto.subtle` is not available over plain http, where
 * the sign-in page has to work too (G-26). For small inputs only; the result identifies the application and has no
 * security purpose.
 */
const primes = (count: number): readonly number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p !== 0)) found.push(n);
  return found;
};

/** The first 32 bits of the fractional part of a root. */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const INITIAL = primes(8).map((p) => fraction(Math.sqrt(p)));
const ROUND = primes(64).map((p) => fraction(Math.cbrt(p)));

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));
const wordAt = (words: ArrayLike<number>, i: number): number => words[i] ?? 0;

const compress = (state: Int32Array, block: DataView, offset: number): void => {
  const w = new Int32Array(64);
  for (let i = 0; i < 16; i++) w[i] = block.getInt32(offset + i * 4);
  for (let i = 16; i < 64; i++) {
    const a = wordAt(w, i - 15);
    const b = wordAt(w, i - 2);
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[i] = wordAt(w, i - 16) + s0 + wordAt(w, i - 7) + s1;
  }
  const v = Int32Array.from(state);
  for (let i = 0; i < 64; i++) {
    const [a, b, c, e, f, g] = [wordAt(v, 0), wordAt(v, 1), wordAt(v, 2), wordAt(v, 4), wordAt(v, 5), wordAt(v, 6)];
    const choose = (e & f) ^ (~e & g);
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = wordAt(v, 7) + s1 + choose + wordAt(ROUND, i) + wordAt(w, i);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    v.copyWithin(1, 0, 7);
    v[4] = wordAt(v, 4) + t1;
    v[0] = t1 + t2;
  }
  for (let i = 0; i < 8; i++) state[i] = wordAt(state, i) + wordAt(v, i);
};

/** SHA-256 of bytes. */
export const sha256 = (data: Uint8Array): Uint8Array<ArrayBuffer> => {
  const padded = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, (data.length << 3) >>> 0);
  const state = Int32Array.from(INITIAL);
  for (let offset = 0; offset < padded.length; offset += 64) compress(state, view, offset);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (const [i, word] of state.entries()) out.setInt32(i * 4, word);
  return digest;
};

const join = (head: Uint8Array, tail: Uint8Array): Uint8Array => {
  const joined = new Uint8Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
};

/** HMAC-SHA-256 of text under a text key, in lowercase hex. */
export const hmacSha256 = (key: string, message: string): string => {
  const encoder = new TextEncoder();
  const raw = encoder.encode(key);
  const block = new Uint8Array(64);
  block.set(raw.length > 64 ? sha256(raw) : raw);
  const inner = sha256(
    join(
      block.map((b) => b ^ 0x36),
      encoder.encode(message),
    ),
  );
  const outer = sha256(
    join(
      block.map((b) => b ^ 0x5c),
      inner,
    ),
  );
  return Array.from(outer, (b) => b.toString(16).padStart(2, '0')).join('');
};
