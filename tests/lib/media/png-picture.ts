import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { gpsExif } from './photo-with-gps.ts';

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/**
 * A small picture (PNG, 16x16) in one colour with bytes unique to the seed, with a GPS position when `place` is given.
 */
export const makePicture = (seed: string, place?: readonly [latitude: number, longitude: number]): Buffer => {
  const side = 16;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const colour = createHash('sha256').update(seed).digest().subarray(0, 3);
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: side }, () => colour)]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from(`Comment\0${createHash('sha256').update(seed).digest('hex')}`, 'latin1')),
    ...(place === undefined ? [] : [chunk('eXIf', gpsExif(...place))]),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
