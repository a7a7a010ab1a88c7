/** The tags of a song. */
export interface SongTags {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** A picture, as JPEG. */
  readonly cover?: Uint8Array;
}

const RATE = 8000;

const chunk = (id: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(id, 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
};

/** A frame of ID3v2.3: id, length, two flags, content. */
const frame = (id: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(10);
  head.write(id, 0, 'latin1');
  head.writeUInt32BE(content.length, 4);
  return Buffer.concat([head, content]);
};
/** UTF-16 with a byte order mark, as ID3v2.3 stores texts of any language. */
const utf16WithBom = (text: string): Buffer =>
  Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le'), Buffer.alloc(2)]);

const id3 = ({ title, artist, album, cover }: SongTags): Buffer => {
  const frames = [
    frame('TIT2', utf16WithBom(title)),
    frame('TPE1', utf16WithBom(artist)),
    frame('TALB', utf16WithBom(album)),
  ];
  if (cover !== undefined)
    frames.push(frame('APIC', Buffer.concat([Buffer.from('\0image/jpeg\0\u0003\0', 'latin1'), cover])));
  const body = Buffer.concat(frames);
  const head = Buffer.from('ID3\u0003\0\0', 'latin1');
  const length = Buffer.from([21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f));
  return Buffer.concat([head, length, body]);
};

/**
 * A silent song at 8 kHz that every browser plays. Its tags stand after the audio data, where a reader has to look for
 * them.
 */
export const song = (seconds: number, says?: SongTags): Buffer => {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(RATE, 4);
  format.writeUInt32LE(RATE, 8);
  format.writeUInt16LE(1, 12);
  format.writeUInt16LE(8, 14);
  const parts = [chunk('fmt ', format), chunk('data', Buffer.alloc(RATE * seconds, 128))];
  if (says !== undefined) parts.push(chunk('id3 ', id3(says)));
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...parts]));
};
