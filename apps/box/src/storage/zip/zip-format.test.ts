import { describe, expect, it } from 'vitest';
import { endLength, endRecord } from './zip-format.ts';

describe('end of a zip', () => {
  it('is the short record where everything fits into it', () => {
    const bytes = endRecord({ count: 3, offset: 100, length: 200 });
    expect(bytes.length).toBe(endLength({ count: 3, offset: 100, length: 200 }));
    expect(bytes.toString('hex')).toBe(['504b0506', '00000000', '03000300', 'c8000000', '64000000', '0000'].join(''));
  });

  it('has the records of zip64 before it where a number does not fit (APPNOTE 4.3.14 and 4.3.15)', () => {
    const [offset, length] = [5_000_000_000, 200];
    const bytes = endRecord({ count: 70_000, offset, length });
    expect(bytes.length).toBe(endLength({ count: 70_000, offset, length }));
    // The record itself: 44 bytes follow, and the numbers in full.
    expect([bytes.readUInt32LE(0), bytes.readBigUInt64LE(4)]).toEqual([0x0606_4b50, 44n]);
    expect([24, 32, 40, 48].map((at) => Number(bytes.readBigUInt64LE(at)))).toEqual([70_000, 70_000, length, offset]);
    // Its locator: on disk 0, behind the directory, of one disk in all.
    expect([bytes.readUInt32LE(56), bytes.readUInt32LE(60)]).toEqual([0x0706_4b50, 0]);
    expect([Number(bytes.readBigUInt64LE(64)), bytes.readUInt32LE(72)]).toEqual([offset + length, 1]);
    // The short record refers to it with the largest numbers.
    expect([bytes.readUInt32LE(76), bytes.readUInt16LE(84), bytes.readUInt32LE(92)]).toEqual([
      0x0605_4b50, 0xffff, 0xffff_ffff,
    ]);
  });
});
