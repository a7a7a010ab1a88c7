/** What goes wrong at a box, and the screens that have to say so. */
import { deflateSync } from 'node:zlib';
import type { SimulatedBox } from '@boxwood/box-simulator';
import type { Locator } from '@playwright/test';
import { expect } from '@playwright/test';

/** A person waits no longer: to be told, and for what comes back by itself. */
export const SOON = { timeout: 5_000 } as const;

/** A picture of one colour that only a whole file shows (PNG, ISO/IEC 15948). */
export const picture = (size = 64): Uint8Array => {
  const crcOf = (bytes: Uint8Array): number => {
    let crc = ~0;
    for (const byte of bytes) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
    }
    return ~crc >>> 0;
  };
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crcOf(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const pixels = Buffer.alloc(size * (1 + size * 3), 120);
  for (let row = 0; row < size; row += 1) pixels[row * (1 + size * 3)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', new Uint8Array()),
  ]);
};

/** Switches faults on; the result switches all of them off. */
export const faulty = (box: SimulatedBox, ...faults: readonly string[]): (() => void) => {
  const off = faults.map((fault) => box.fault(fault));
  return () => {
    for (const one of off) one();
  };
};

/** The words are there, soon. */
export const told = (place: Locator, words: string | RegExp): Promise<void> =>
  expect(place.getByText(words).filter({ visible: true }).first()).toBeVisible(SOON);
