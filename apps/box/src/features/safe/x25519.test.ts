import { createPrivateKey, createPublicKey, diffieHellman, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { BASE_POINT, multiplyPoint } from './x25519.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

const pkcs8 = hex('302e020100300506032b656e04220420');
const spki = hex('302a300506032b656e032100');
/** The result of OpenSSL. */
const ask = (secret: Uint8Array, point: Uint8Array): string => {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey({ key: Buffer.concat([spki, point]), format: 'der', type: 'spki' });
  return diffieHellman({ privateKey, publicKey }).toString('hex');
};

it('the vectors of RFC 7748, section 5.2, also a thousand times over', () => {
  for (const [scalar, point, result] of [
    [
      'a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4',
      'e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c',
      'c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552',
    ],
    [
      '4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d',
      'e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493',
      '95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957',
    ],
  ] as const)
    expect(multiplyPoint(hex(scalar), hex(point)).toString('hex')).toBe(result);
  let [scalar, point]: [Uint8Array, Uint8Array] = [BASE_POINT, BASE_POINT];
  for (let round = 0; round < 1000; round += 1) {
    const next = ask(scalar, point);
    // OpenSSL computes every iteration, which is fast; the tested code is compared at every tenth.
    if (round % 10 === 9) expect(multiplyPoint(scalar, point).toString('hex'), `${round}`).toBe(next);
    [scalar, point] = [hex(next), scalar];
  }
  expect(Buffer.from(scalar).toString('hex')).toBe('684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51');
});

it('says what OpenSSL says, for keys, for points at random and for those at the edges of the field', () => {
  const p = 2n ** 255n - 19n;
  const edges = [2n, 9n, p - 2n, p + 2n, 2n ** 255n - 1n, 2n ** 256n - 1n].map((value) =>
    hex(value.toString(16).padStart(64, '0')).reverse(),
  );
  for (const point of [...edges, ...Array.from({ length: 60 }, () => randomBytes(32))]) {
    const secret = randomBytes(32);
    expect(multiplyPoint(secret, point).toString('hex'), point.toString('hex')).toBe(ask(secret, point));
  }
  // OpenSSL rejects results that consist of zeros only.
  for (const small of [0n, 1n, p, p - 1n, p + 1n]) {
    const point = hex(small.toString(16).padStart(64, '0')).reverse();
    expect(multiplyPoint(randomBytes(32), point)).toEqual(Buffer.alloc(32));
  }
});
