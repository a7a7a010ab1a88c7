import { extensionOf } from '../file-type.ts';

const TEXT = 'text/plain; charset=utf-8';

/**
 * Types that a browser may render. Anything that could run in the page (html, svg, xml, scripts) is sent as text or as
 * a download.
 */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    jfif: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    bmp: 'image/bmp',
    webp: 'image/webp',
    avif: 'image/avif',
    ico: 'image/x-icon',
    tif: 'image/tiff',
    tiff: 'image/tiff',
    heic: 'image/heic',
    heif: 'image/heif',
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    flac: 'audio/flac',
    wav: 'audio/wav',
    ogg: 'audio/ogg',
    oga: 'audio/ogg',
    opus: 'audio/ogg',
    weba: 'audio/webm',
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    mov: 'video/quicktime',
    webm: 'video/webm',
    ogv: 'video/ogg',
    mkv: 'video/x-matroska',
    avi: 'video/x-msvideo',
    ts: 'video/mp2t',
    m2ts: 'video/mp2t',
    mpg: 'video/mpeg',
    mpeg: 'video/mpeg',
    '3gp': 'video/3gpp',
    wmv: 'video/x-ms-wmv',
    flv: 'video/x-flv',
    pdf: 'application/pdf',
    json: 'application/json; charset=utf-8',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
    zip: 'application/zip',
    epub: 'application/epub+zip',
  }),
);

const TEXT_EXTENSIONS = new Set(
  'html htm xhtml svg xml xsl txt md markdown csv tsv log ini yaml yml toml js mjs cjs ts tsx jsx css vue sh py rb go rs c h cpp hpp java kt swift php sql conf cfg env srt ass vtt lrc tex'.split(
    ' ',
  ),
);

/** Content-Type of a file by its name. `ts` is a video here: users watch videos, but download source files. */
export const contentTypeOf = (name: string): string => {
  const extension = extensionOf(name);
  return CONTENT_TYPES.get(extension) ?? (TEXT_EXTENSIONS.has(extension) ? TEXT : 'application/octet-stream');
};

/**
 * `Content-Disposition` of a download (RFC 6266, RFC 5987): an ASCII name for old clients and the exact name for all
 * others.
 */
export const contentDispositionOf = (name: string): string => {
  const wellFormed = name.toWellFormed();
  const plain = wellFormed.replaceAll(/[^\x20-\x7E]|["\\%;]/g, '_');
  const exact = encodeURIComponent(wellFormed).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
};
