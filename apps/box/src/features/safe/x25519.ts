/**
 * X25519 (RFC 7748). Node accepts secret keys in DER only and OpenSSL leaves copies in freed memory; big integers
 * cannot be wiped. The arithmetic is TweetNaCl's, in constant time as far as JavaScript numbers allow: a field element
 * is sixteen limbs of 16 bits in doubles. All values derived from the secret key are wiped.
 */
type Element = Float64Array;

const element = (...limbs: readonly number[]): Element => {
  const made = new Float64Array(16);
  made.set(limbs);
  return made;
};
const at = (numbers: ArrayLike<number>, index: number): number => numbers[index] ?? 0;

function carry(o: Element): void {
  for (let i = 0; i < 16; i += 1) {
    const limb = at(o, i);
    const over = Math.floor(limb / 65_536);
    o[i] = limb - over * 65_536;
    if (i < 15) o[i + 1] = at(o, i + 1) + over;
    else o[0] = at(o, 0) + 38 * over;
  }
}

/** Swaps `p` and `q` when `bit` is 1. */
function swap(p: Element, q: Element, bit: number): void {
  const mask = ~(bit - 1);
  for (let i = 0; i < 16; i += 1) {
    const differs = mask & (at(p, i) ^ at(q, i));
    p[i] = at(p, i) ^ differs;
    q[i] = at(q, i) ^ differs;
  }
}

function add(o: Element, a: Element, b: Element): void {
  for (let i = 0; i < 16; i += 1) o[i] = at(a, i) + at(b, i);
}

function subtract(o: Element, a: Element, b: Element): void {
  for (let i = 0; i < 16; i += 1) o[i] = at(a, i) - at(b, i);
}

const product = new Float64Array(31);
function multiply(o: Element, a: Element, b: Element): void {
  product.fill(0);
  for (let i = 0; i < 16; i += 1)
    for (let j = 0; j < 16; j += 1) product[i + j] = at(product, i + j) + at(a, i) * at(b, j);
  for (let i = 0; i < 16; i += 1) o[i] = at(product, i) + 38 * at(product, i + 16);
  carry(o);
  carry(o);
}

/** a^(p-2), which is 1/a. */
function invert(a: Element): Element {
  const c = a.slice();
  for (let power = 253; power >= 0; power -= 1) {
    multiply(c, c, c);
    if (power !== 2 && power !== 4) multiply(c, c, a);
  }
  return c;
}

function unpack(bytes: Uint8Array): Element {
  const o = element();
  for (let i = 0; i < 16; i += 1) o[i] = at(bytes, 2 * i) + (at(bytes, 2 * i + 1) << 8);
  o[15] = at(o, 15) & 0x7fff;
  return o;
}

/** The canonical representation below p, in 32 bytes. */
function pack(n: Element): Buffer {
  const [t, m] = [n.slice(), element()];
  for (let i = 0; i < 3; i += 1) carry(t);
  for (let twice = 0; twice < 2; twice += 1) {
    m[0] = at(t, 0) - 0xffed;
    for (let i = 1; i < 16; i += 1) {
      m[i] = at(t, i) - (i === 15 ? 0x7fff : 0xffff) - ((at(m, i - 1) >> 16) & 1);
      m[i - 1] = at(m, i - 1) & 0xffff;
    }
    swap(t, m, 1 - ((at(m, 15) >> 16) & 1));
  }
  const bytes = Buffer.alloc(32);
  for (let i = 0; i < 16; i += 1) {
    bytes[2 * i] = at(t, i) & 0xff;
    bytes[2 * i + 1] = at(t, i) >> 8;
  }
  for (const used of [t, m]) used.fill(0);
  return bytes;
}

const FACTOR = element(0xdb41, 1);

/** Multiplies the point with this coordinate by the scalar, 32 bytes each. */
export function multiplyPoint(scalar: Uint8Array, point: Uint8Array): Buffer {
  // Node keeps arrays of up to 64 bytes on the garbage-collected heap, which may leave copies behind. An explicit
  // ArrayBuffer avoids that.
  const bits = new Uint8Array(new ArrayBuffer(32));
  bits.set(scalar);
  bits[0] = at(bits, 0) & 248;
  bits[31] = (at(bits, 31) & 127) | 64;
  const x = unpack(point);
  const [a, b, c, d, e, f] = [element(1), x.slice(), element(), element(1), element(), element()];
  for (let i = 254; i >= 0; i -= 1) {
    const bit = (at(bits, i >>> 3) >>> (i & 7)) & 1;
    swap(a, b, bit);
    swap(c, d, bit);
    add(e, a, c);
    subtract(a, a, c);
    add(c, b, d);
    subtract(b, b, d);
    multiply(d, e, e);
    multiply(f, a, a);
    multiply(a, c, a);
    multiply(c, b, e);
    add(e, a, c);
    subtract(a, a, c);
    multiply(b, a, a);
    subtract(c, d, f);
    multiply(a, c, FACTOR);
    add(a, a, d);
    multiply(c, c, a);
    multiply(a, d, f);
    multiply(d, b, x);
    multiply(b, e, e);
    swap(a, b, bit);
    swap(c, d, bit);
  }
  const inverse = invert(c);
  multiply(a, a, inverse);
  const result = pack(a);
  for (const used of [bits, a, b, c, d, e, f, inverse, product]) used.fill(0);
  return result;
}

export const BASE_POINT: Uint8Array = Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? 9 : 0));
