import sharp from 'sharp';
import { drawLandscape } from './generated-photos.ts';
import { SeededRandom } from './seeded-random.ts';

const WIDTH = 640;
const HEIGHT = 360;
const FPS = 10;

/** An EBML element (RFC 8794): id, length, payload. */
const element = (id: string, ...payload: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(payload);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), length, body]);
};

const unsigned = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
const float = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

/** A lossy WebP file is a RIFF around one VP8 key frame; the video needs only that frame. */
const vp8Frame = (webp: Buffer): Buffer => {
  const index = webp.indexOf('VP8 ', 12, 'latin1');
  const length = webp.readUInt32LE(index + 4);
  return webp.subarray(index + 8, index + 8 + length);
};

/** A WebM video (Matroska, RFC 9559) of key frames only, so that it seeks to any frame: a landscape whose sun moves. */
export const createVideo = async (seed: number, seconds: number): Promise<Buffer> => {
  const frames: Buffer[] = [];
  for (let i = 0; i < seconds * FPS; i++) {
    const svg = drawLandscape(new SeededRandom(seed), WIDTH, HEIGHT, i * 2);
    const webp = await sharp(Buffer.from(svg)).removeAlpha().webp({ quality: 55, effort: 0 }).toBuffer();
    frames.push(vp8Frame(webp));
  }
  const header = element(
    '1a45dfa3',
    element('4286', unsigned(1)),
    element('42f7', unsigned(1)),
    element('42f2', unsigned(4)),
    element('42f3', unsigned(8)),
    element('4282', Buffer.from('webm')),
    element('4287', unsigned(2)),
    element('4285', unsigned(2)),
  );
  const info = element(
    '1549a966',
    element('2ad7b1', unsigned(1_000_000)),
    element('4489', float((frames.length / FPS) * 1000)),
    element('4d80', Buffer.from('Boxwood')),
    element('5741', Buffer.from('Boxwood')),
  );
  const video = element('e0', element('b0', unsigned(WIDTH)), element('ba', unsigned(HEIGHT)));
  const track = element(
    'ae',
    element('d7', unsigned(1)),
    element('73c5', unsigned(1)),
    element('83', unsigned(1)),
    element('86', Buffer.from('V_VP8')),
    video,
  );
  const clusters = Array.from({ length: seconds }, (_, second) => {
    const blocks = frames.slice(second * FPS, (second + 1) * FPS).map((frame, i) => {
      const blockHeader = Buffer.from([0x81, 0, 0, 0x80]);
      blockHeader.writeInt16BE((i * 1000) / FPS, 1);
      return element('a3', blockHeader, frame);
    });
    return element('1f43b675', element('e7', unsigned(second * 1000)), ...blocks);
  });
  return Buffer.concat([header, element('18538067', info, element('1654ae6b', track), ...clusters)]);
};
