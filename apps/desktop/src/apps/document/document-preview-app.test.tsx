import { utils, write } from '@e965/xlsx';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { runWorkersInPage } from '../../testing/page-workers.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { serveFiles } from '../../testing/served-files.ts';
import { documentApp } from './manifest.ts';
import { moveIntoFrame } from './sandbox-content.ts';

const HOME = '/mnt/usb1/ann';
const WORKERS = {
  'text-worker.ts': () => import('./text-worker.ts'),
  'sheet-worker.ts': () => import('./sheet-worker.ts'),
};

/** The app with one file. */
const openFile = async (
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  options: Omit<RenderAppOptions<'document'>, 'params' | 'files'> = {},
  modules: Parameters<typeof runWorkersInPage>[0] = WORKERS,
) => {
  const workers = runWorkersInPage(modules);
  const path = `${HOME}/${name}`;
  const files = serveFiles({ [path]: content });
  const app = await renderApp(documentApp, { ...options, files, params: { path } });
  return { app, files, path, workers };
};
const preview = (name: string): string => `Preview of ${name}`;

const little = (...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): readonly number[] =>
  fields.flatMap(([bytes, value]) => Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 0xff));
/** A ZIP file with these parts, without compression and checksums. */
const zip = (parts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> => {
  const encoder = new TextEncoder();
  const local: number[] = [];
  const central: number[] = [];
  for (const [name, text] of Object.entries(parts)) {
    const [nameBytes, content] = [encoder.encode(name), encoder.encode(text)];
    // Version, flags, method, time, date, checksum, both sizes, and the lengths of the name and of what follows it.
    const fields = little(
      ...([
        [2, 20],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
      ] as const),
      ...([
        [4, content.length],
        [4, content.length],
        [2, nameBytes.length],
        [2, 0],
      ] as const),
    );
    central.push(...little([4, 0x02014b50], [2, 20]), ...fields);
    central.push(...little([2, 0], [2, 0], [2, 0], [4, 0], [4, local.length]), ...nameBytes);
    local.push(...little([4, 0x04034b50]), ...fields, ...nameBytes, ...content);
  }
  const count = Object.keys(parts).length;
  const end = little([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, central.length], [4, local.length], [2, 0]);
  return Uint8Array.from([...local, ...central, ...end]);
};
/** A workbook with these sheets. */
const workbook = (sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Uint8Array<ArrayBuffer> => {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
};

describe('markdown', () => {
  const TEXT = [
    '# Notes',
    '<script>window.hacked = 1</script>',
    '<img src="http://127.0.0.1:9/pixel.png" onerror="window.hacked = 1">',
    '![far](http://127.0.0.1:9/far.png)',
    '[click](javascript:window.hacked=1) [good](https://example.org/)',
    '| a | b |\n|---|---|\n| 1 | 2 |',
  ].join('\n\n');

  it('PREVIEW-02: is shown formatted, without scripts, pictures and dangerous links', async () => {
    const { app } = await openFile('evil.md', TEXT);
    const shown = within(await app.findByRole('document'));
    expect(shown.getByRole('heading', { name: 'Notes' })).toBeTruthy();
    expect(shown.getByRole('cell', { name: '2' })).toBeTruthy();
    expect(app.element.querySelector('img[src*=":9/"], script')).toBeNull();
    expect(shown.getByText('click').getAttribute('href')).toBeNull();
    const good = shown.getByRole('link', { name: 'good' });
    expect([good.getAttribute('href'), good.getAttribute('target'), good.getAttribute('rel')]).toEqual([
      'https://example.org/',
      '_blank',
      'noopener noreferrer nofollow',
    ]);
  });

  it('is shown as source and formatted again', async () => {
    const { app } = await openFile('evil.md', TEXT);
    await app.findByRole('document');
    await app.press('Source');
    expect((await app.findByLabelText(preview('evil.md'))).textContent).toBe(TEXT);
    await app.press('Formatted');
    expect(await app.findByRole('document')).toBeTruthy();
  });

  it('is shown as source from the menu of a phone', async () => {
    const { app } = await openFile('evil.md', TEXT, { phone: true });
    await app.findByRole('document');
    const menu = await app.openMenu('More');
    await app.press(menu.getByRole('menuitemcheckbox', { name: 'Source' }));
    expect((await app.findByLabelText(preview('evil.md'))).textContent).toBe(TEXT);
  });

  it('that is made to block the page is shown plain', async () => {
    const deep = '> '.repeat(300) + 'end';
    const { app } = await openFile('deep.md', deep);
    expect((await app.findByLabelText(preview('deep.md'))).textContent).toBe(deep);
    expect(app.queryByRole('document')).toBeNull();
  });
});

describe('source code', () => {
  const SOURCE = 'def f(x):  # note\n    return "text"\n';

  it('PREVIEW-02: is coloured, and loses nothing', async () => {
    const { app, workers } = await openFile('code.py', SOURCE);
    expect(await app.findByText('def')).toBeTruthy();
    const text = app.getByLabelText(preview('code.py'));
    expect(text.textContent).toBe(SOURCE);
    expect([...text.querySelectorAll('span')].map((span) => span.textContent)).toEqual([
      'def',
      '# note',
      'return',
      '"text"',
    ]);
    expect(workers.running.size).toBe(0);
  });

  it('is shown plain until it is coloured', async () => {
    const { app } = await openFile('code.py', SOURCE, {}, {});
    const text = await app.findByLabelText(preview('code.py'));
    expect(text.textContent).toBe(SOURCE);
    expect(text.querySelector('span')).toBeNull();
  });

  it.each([
    ['app.ts', 'export const answer = 42;'],
    ['table.csv', 'a,b'],
  ])('and tables are texts whose encoding is certain: %s', async (name, content) => {
    const { app } = await openFile(name, content);
    expect((await app.findByLabelText(preview(name))).textContent).toBe(content);
    expect(app.button('Edit')).toBeTruthy();
    expect(app.queryByRole('combobox', { name: 'Encoding' })).toBeNull();
  });

  it('in the keyboard focus of the window can be scrolled', async () => {
    const { app } = await openFile('table.csv', 'a,b');
    const text = await app.findByLabelText(preview('table.csv'));
    expect([text.tabIndex, text.hasAttribute('data-autofocus')]).toEqual([0, true]);
  });

  it('of great length is split into blocks that lose nothing', async () => {
    const long = `${'x'.repeat(99)}\n`.repeat(500);
    const { app } = await openFile('long.txt', long);
    const text = await app.findByLabelText(preview('long.txt'));
    expect(text.querySelectorAll('span').length).toBeGreaterThan(1);
    expect(text.textContent).toBe(long);
    expect(text.querySelector('span')?.textContent.endsWith('\n')).toBe(true);
  });
});

describe('a workbook', () => {
  it('FILES-30: is shown with a tab for each sheet, and its cells are text', async () => {
    const { app } = await openFile(
      'sums.xlsx',
      workbook({ 'Sheet 一': [['What', 'Amount'], ['<img src=x onerror=alert(1)>']], Second: [['other']], Empty: [] }),
    );
    expect(await app.findByRole('tab', { name: 'Sheet 一' })).toBeTruthy();
    expect(app.getByRole('cell', { name: '<img src=x onerror=alert(1)>' })).toBeTruthy();
    expect(app.element.querySelector('img[src="x"]')).toBeNull();
    expect(app.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('B');
    await app.press(app.getByRole('tab', { name: 'Second' }));
    expect(app.getByRole('cell', { name: 'other' })).toBeTruthy();
    await app.press(app.getByRole('tab', { name: 'Empty' }));
    expect(app.getByText('This sheet is empty')).toBeTruthy();
  });

  it('has no editor, and is loaded again when it is asked for', async () => {
    const { app, files, path } = await openFile('sums.xlsx', workbook({ One: [['first']] }));
    await app.findByRole('cell', { name: 'first' });
    expect(app.queryByRole('button', { name: 'Edit' })).toBeNull();
    files.put(path, workbook({ One: [['second']] }));
    await app.press('Load again');
    expect(await app.findByRole('cell', { name: 'second' })).toBeTruthy();
  });

  it('shows the first 1,000 rows of a long sheet, and says so', async () => {
    const rows = Array.from({ length: 1001 }, (_, n) => [`row ${n + 1}`]);
    const { app } = await openFile('long.xlsx', workbook({ Long: rows }));
    expect(await app.findByText('Only the first 1000 rows are shown.')).toBeTruthy();
    expect(app.getByText('row 1000')).toBeTruthy();
    expect(app.queryByText('row 1001')).toBeNull();
  });

  it('names columns after Z with two letters', async () => {
    const { app } = await openFile('wide.xlsx', workbook({ Wide: [Array.from({ length: 28 }, (_, n) => `c${n}`)] }));
    await app.findByRole('cell', { name: 'c27' });
    const names = app.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(names.slice(-3)).toEqual(['Z', 'AA', 'AB']);
  });
});

describe('a document that cannot be shown', () => {
  it.each(['broken.docx', 'broken.pptx', 'broken.xlsx'])('is said to be damaged: %s', async (name) => {
    const { app } = await openFile(name, 'PK this is no document');
    expect(await app.findByText('The document could not be shown')).toBeTruthy();
    expect(app.getByText('It may be damaged, or protected by a password.')).toBeTruthy();
    expect(app.button('Download')).toBeTruthy();
  });

  it.each(['bomb.docx', 'bomb.xlsx'])(
    'is said to be too large when it declares more than the limit: %s',
    async (name) => {
      const bytes = zip({ 'word/document.xml': '<a/>' });
      const view = new DataView(bytes.buffer);
      const central = Array.from({ length: bytes.length - 4 }, (_, at) => at).find(
        (at) => view.getUint32(at, true) === 0x02014b50,
      );
      if (central === undefined) throw new Error('no central header');
      view.setUint32(central + 24, 129 * 1024 * 1024, true);
      const { app } = await openFile(name, bytes);
      expect(await app.findByText('The document is too large to be shown')).toBeTruthy();
      expect(app.getByText(/Download it to open it on your computer/)).toBeTruthy();
    },
  );

  it('is loaded again when it was replaced', async () => {
    const { app, files, path } = await openFile('sums.xlsx', 'no workbook');
    files.put(path, workbook({ One: [['fixed']] }));
    await app.press(await app.findByRole('button', { name: 'Load again' }));
    expect(await app.findByRole('cell', { name: 'fixed' })).toBeTruthy();
  });
});

describe('a rendered document', () => {
  const frameOf = (html: string) => {
    const content = document.createElement('div');
    content.innerHTML = html;
    const frame = document.implementation.createHTMLDocument();
    moveIntoFrame(content, frame);
    return frame.body;
  };

  it('PREVIEW-02: is in a frame that can run nothing', async () => {
    const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
    const OFFICE = 'http://schemas.openxmlformats.org';
    const letter = zip({
      '[Content_Types].xml': `${DECLARATION}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
      '_rels/.rels': `${DECLARATION}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      'word/document.xml': `${DECLARATION}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Dear all</w:t></w:r></w:p></w:body></w:document>`,
    });
    const { app } = await openFile('letter.docx', letter);
    const frame = await app.findByTitle(preview('letter.docx'));
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin allow-popups');
    expect(app.queryByText('Dear all')).toBeNull();
  });

  it('enters the frame without elements that run, load or send', () => {
    const body = frameOf(
      '<p>kept</p><script>x</script><iframe></iframe><object></object><embed><form></form><audio></audio><video></video><template></template><link><meta><base>',
    );
    expect(body.innerHTML).toBe('<p>kept</p>');
  });

  it('enters the frame without handlers and foreign sources', () => {
    const body = frameOf(
      '<img src="https://example.org/a.png" onerror="x()"><img src="data:image/png;base64,AA=="><b onclick="x()" srcdoc="y" formaction="z">b</b>',
    );
    expect(body.innerHTML).toBe('<img><img src="data:image/png;base64,AA=="><b>b</b>');
  });

  it('keeps links to pages, mail and places in the document only', () => {
    const body = frameOf(
      '<a href="javascript:x()">1</a><a href=" JAVASCRIPT:x()">2</a><a href="data:text/html,x">3</a><a href="#part">4</a><a href="mailto:a@b.c">5</a><a href="https://example.org/">6</a>',
    );
    const links = [...body.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.target, link.rel]);
    expect(links).toEqual([
      [null, '', ''],
      [null, '', ''],
      [null, '', ''],
      ['#part', '', ''],
      ['mailto:a@b.c', '_blank', 'noopener noreferrer nofollow'],
      ['https://example.org/', '_blank', 'noopener noreferrer nofollow'],
    ]);
  });

  it('keeps the style of an element', () => {
    expect(frameOf('<p style="color: red">red</p>').querySelector('p')?.style.color).toBe('red');
  });
});
