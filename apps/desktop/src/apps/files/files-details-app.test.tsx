import { ChecksumFile, GEN, MeasureEntries, MeasureFolder, RemoveFiles, type ShortItem } from '@boxwood/box-sdk';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { holdReply } from '../../testing/box-replies.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { files } from './manifest.ts';

const HOME = '/mnt/usb1/ann';

const item = (n: string, t = 0): ShortItem => ({
  ...{ n, t, k: n, m: 1_760_000_000, c: 1_760_000_000 },
  s: t === 5 ? 0 : 2048,
});
const TRIP = item('Trip', 5);
const LETTER = item('letter.txt');
const PHOTO = item('a.jpg', 3);
const OTHER = item('b.png', 3);

type FileReplies = NonNullable<NonNullable<RenderAppOptions<'files'>['replies']>['files']>;

/** A personal space with these entries, from which a box removes what it is asked to. */
const renderFiles = (entries: readonly ShortItem[] = [TRIP, LETTER, PHOTO, OTHER], more: FileReplies = {}) => {
  let list = entries;
  return renderApp(files, {
    replies: {
      files: {
        list: () => ({ sum: list.length, file_list: [...list] }),
        remove: ({ paths }) => {
          list = list.filter(({ n }) => !paths.includes(`${HOME}/${n}`));
          return {};
        },
        ...more,
      },
    },
  });
};

const pressKey = async (app: RenderedApp, key: string, more: object = {}) => {
  fireEvent.keyDown(app.getByRole('grid', { name: 'Files' }), { key, ...more });
  await app.settled();
};
/** Adds a row to the selection, as Ctrl and a press do. */
const addToSelection = async (app: RenderedApp, name: string) => {
  const target = app.row(name).querySelector('[data-grab]') ?? app.row(name);
  for (const send of [fireEvent.pointerDown, fireEvent.pointerUp, fireEvent.click])
    send(target, { ctrlKey: true, button: 0, isPrimary: true, pointerId: 1, pointerType: 'mouse', detail: 1 });
  await app.settled();
};
/** Opens the details of the selection. */
const openDetails = async (app: RenderedApp): Promise<PagePart> => {
  await pressKey(app, 'Enter', { altKey: true });
  return app.dialog('Details');
};

describe('delete for ever', () => {
  it('asks before Shift+Delete, and deletes only then', async () => {
    const app = await renderFiles();
    await app.selectRow('a.jpg');
    await addToSelection(app, 'b.png');
    await pressKey(app, 'Delete', { shiftKey: true });
    const question = await app.dialog('Delete 2 items for ever?');
    expect(question.getByText('“a.jpg” and the others cannot be restored.')).toBeTruthy();
    await question.press('Cancel');
    expect(app.sent(RemoveFiles)).toEqual([]);
    await pressKey(app, 'Delete', { shiftKey: true });
    await (await app.dialog('Delete 2 items for ever?')).press('Delete for ever');
    expect(app.sent(RemoveFiles)).toEqual([{ paths: [`${HOME}/a.jpg`, `${HOME}/b.png`] }]);
    expect(app.queryByText('a.jpg')).toBeNull();
  });
});

describe('quick preview', () => {
  it('opens with Space, goes on with the arrows, and closes with Space, none of which scrolls what lies behind', async () => {
    const app = await renderFiles();
    await app.selectRow('a.jpg');
    await pressKey(app, ' ');
    // Where the focus is. False: the default of the browser was prevented.
    const press = async (name: string, key: string) =>
      fireEvent.keyDown((await app.dialog(name)).getByRole('group', { name }), { key });
    expect(await press('a.jpg', 'ArrowRight')).toBe(false);
    expect(await press('b.png', ' ')).toBe(false);
    await app.settled();
    expect(app.hasDialog('b.png')).toBe(false);
    expect(app.row('b.png').getAttribute('aria-selected')).toBe('true');
  });
});

describe('details', () => {
  const textOf = ({ element }: PagePart) => element.textContent.replaceAll('\u00A0', ' ');

  it('DIALOG-12: shows the facts of a file and computes its checksum on request', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal('isSecureContext', true);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'clipboard');
    });
    const sum = 'ab'.repeat(32);
    let isRefused = true;
    const app = await renderFiles([LETTER], {
      checksum: (_params, _caller, { refuse }) => {
        if (isRefused) throw refuse(GEN.failed);
        return { sha256: sum, size: 2048, mtime: 1 };
      },
    });
    await app.selectRow('letter.txt');
    const dialog = await openDetails(app);
    for (const fact of ['Nameletter.txt', 'TypeTXT file', 'Size2.00 KB', 'LocationPersonal space'])
      expect(textOf(dialog)).toContain(fact);
    expect(textOf(dialog)).toMatch(/Modified2025-10-\d\d \d\d:\d\d:\d\d/);
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(dialog.getAllByRole('button', { name: 'Close' }).at(-1)),
    );
    expect(app.sent(ChecksumFile)).toEqual([]);
    await dialog.press('Compute');
    expect(dialog.getByText('Failed')).toBeTruthy();
    isRefused = false;
    await dialog.press('Compute');
    expect(dialog.getByText(sum)).toBeTruthy();
    await dialog.press('Copy SHA-256');
    expect(writeText).toHaveBeenCalledWith(sum);
    expect(dialog.getByText('Copied')).toBeTruthy();
    expect(app.sent(ChecksumFile)).toHaveLength(2);
  });

  it('DIALOG-12: shows what is in a folder and what takes the space', async () => {
    const app = await renderFiles([TRIP], {
      measure: () => ({ size: 4000, count: 2, dirs: 1 }),
      measureEntries: ({ path }) => ({
        ...{ size: path.endsWith('/big') ? 0 : 4000, count: 2, dirs: 1, complete: 1 as const },
        list: path.endsWith('/big') ? [] : [{ name: 'big', size: 3000, count: 1, dir: 1 as const }],
      }),
    });
    await app.selectRow('Trip');
    const dialog = await openDetails(app);
    expect(dialog.getByText('2 files, 1 folder')).toBeTruthy();
    expect(app.sent(MeasureEntries)).toEqual([]);
    await dialog.press('Used space');
    const bar = dialog.getByRole('progressbar', { name: 'big' });
    expect(bar.getAttribute('aria-valuetext')).toBe('75 % of Trip');
    expect(dialog.getAllByRole('listitem').map((row) => row.textContent.replaceAll('\u00A0', ' '))).toEqual([
      'big2.93 KB',
      'Everything else1000 B',
    ]);
    await dialog.press('big');
    expect(dialog.getByText('Nothing in it takes space.')).toBeTruthy();
    await dialog.press('Back to Trip');
    expect(app.sent(MeasureEntries)).toMatchObject([
      { path: `${HOME}/Trip` },
      { path: `${HOME}/Trip/big` },
      { path: `${HOME}/Trip` },
    ]);
  });

  it('DIALOG-12: adds the folders to the size of several entries', async () => {
    const app = await renderFiles(undefined, { measure: () => ({ size: 2048, count: 1, dirs: 0 }) });
    await app.selectRow('Trip');
    await addToSelection(app, 'letter.txt');
    const dialog = await openDetails(app);
    expect(textOf(dialog)).toContain('Name2 items');
    expect(textOf(dialog)).toContain('Size4.00 KB');
    expect(app.sent(MeasureFolder)).toEqual([{ path: `${HOME}/Trip` }]);
    expect(dialog.queryByRole('button', { name: 'Used space' })).toBeNull();
    expect(dialog.queryByRole('button', { name: 'Compute' })).toBeNull();
  });

  it('says that a folder is being counted', async () => {
    const { reply, release } = holdReply<{ size: number; count: number; dirs: number }>();
    const app = await renderFiles([TRIP], { measure: () => reply });
    await app.selectRow('Trip');
    const dialog = await openDetails(app);
    expect(dialog.getByRole('status').textContent).toBe('Counting…');
    release({ size: 10, count: 1, dirs: 0 });
    await app.settled();
    expect(dialog.getByText('1 file, 0 folders')).toBeTruthy();
  });

  it('says why a folder could not be counted, and counts it again', async () => {
    let isRefused = true;
    const app = await renderFiles([TRIP], {
      measure: (_params, _caller, { refuse }) => {
        if (isRefused) throw refuse(GEN.failed);
        return { size: 10, count: 1, dirs: 0 };
      },
    });
    await app.selectRow('Trip');
    const dialog = await openDetails(app);
    expect(dialog.getByText(/^Failed/)).toBeTruthy();
    isRefused = false;
    await dialog.press('Count again');
    expect(dialog.getByText('1 file, 0 folders')).toBeTruthy();
  });

  it('says that it counts again, also when that fails once more', async () => {
    const held = holdReply<Error | { size: number; count: number; dirs: number }>();
    let measured: Promise<unknown> | null = null;
    const app = await renderFiles([TRIP], {
      measure: (_params, _caller, { refuse }) => {
        if (measured === null) throw refuse(GEN.failed);
        return held.reply.then((result) => {
          if (result instanceof Error) throw refuse(GEN.failed);
          return result;
        });
      },
    });
    await app.selectRow('Trip');
    const dialog = await openDetails(app);
    measured = held.reply;
    dialog.button('Count again').click();
    expect((await dialog.findByRole('status')).textContent).toBe('Counting…');
    held.release(new Error('again'));
    expect(await dialog.findByRole('button', { name: 'Count again' })).toBeTruthy();
  });

  it('shows the facts of the folder when nothing is selected', async () => {
    const app = await renderFiles([], { measure: () => ({ size: 0, count: 0, dirs: 0 }) });
    const menu = await app.openMenu(app.getByText('This folder is empty'));
    await menu.press(menu.getByRole('menuitem', { name: /^Details/ }));
    await app.dialog('Details');
    expect(app.sent(MeasureFolder)).toEqual([{ path: HOME }]);
  });
});
