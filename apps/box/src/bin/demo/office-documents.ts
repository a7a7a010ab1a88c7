import { createZip } from './zip-archive.ts';

/** Small but valid Office Open XML files (ECMA-376) with the minimum of parts that readers require. */

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

type OfficePart = readonly [name: string, type: string, body: string];

const relations = (targets: readonly (readonly [id: string, kind: string, target: string])[]): string =>
  `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${REL}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const pack = (main: string, parts: readonly OfficePart[], extra: readonly (readonly [string, string])[]): Buffer => {
  const types = `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts
    .map(
      ([name, type]) =>
        `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join('')}</Types>`;
  const files: (readonly [string, string])[] = [
    ['[Content_Types].xml', types],
    ['_rels/.rels', relations([['rId1', 'officeDocument', main]])],
    ...parts.map(([name, , body]): readonly [string, string] => [name, XML_DECLARATION + body]),
    ...extra,
  ];
  return createZip(files.map(([name, body]) => ({ name, data: Buffer.from(body) })));
};

/** A text document: the first paragraph is its title. */
export const createDocx = (paragraphs: readonly string[]): Buffer => {
  const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const body = paragraphs
    .map((text, i) => {
      const style = i === 0 ? '<w:rPr><w:b/><w:sz w:val="40"/></w:rPr>' : '<w:rPr><w:sz w:val="23"/></w:rPr>';
      return `<w:p><w:pPr><w:spacing w:after="200"/></w:pPr><w:r>${style}<w:t xml:space="preserve">${xml(text)}</w:t></w:r></w:p>`;
    })
    .join('');
  return pack(
    'word/document.xml',
    [
      [
        'word/document.xml',
        'wordprocessingml.document.main',
        `<w:document xmlns:w="${W}"><w:body>${body}</w:body></w:document>`,
      ],
    ],
    [],
  );
};

const column = (index: number): string => String.fromCharCode(65 + index);

/** A workbook with one sheet; numbers stay numbers. */
export const createXlsx = (sheet: string, rows: readonly (readonly (string | number)[])[]): Buffer => {
  const S = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const cell = (value: string | number, ref: string): string =>
    typeof value === 'number'
      ? `<c r="${ref}"><v>${value}</v></c>`
      : `<c r="${ref}" t="inlineStr"><is><t>${xml(value)}</t></is></c>`;
  const data = rows
    .map((row, r) => `<row r="${r + 1}">${row.map((value, c) => cell(value, `${column(c)}${r + 1}`)).join('')}</row>`)
    .join('');
  return pack(
    'xl/workbook.xml',
    [
      [
        'xl/workbook.xml',
        'spreadsheetml.sheet.main',
        `<workbook xmlns="${S}" xmlns:r="${REL}"><sheets><sheet name="${xml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
      [
        'xl/worksheets/sheet1.xml',
        'spreadsheetml.worksheet',
        `<worksheet xmlns="${S}"><sheetData>${data}</sheetData></worksheet>`,
      ],
    ],
    [['xl/_rels/workbook.xml.rels', relations([['rId1', 'worksheet', 'worksheets/sheet1.xml']])]],
  );
};
