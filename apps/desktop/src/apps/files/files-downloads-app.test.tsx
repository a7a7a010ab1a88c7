import { AddTask, GEN, PrepareZip } from '@boxwood/box-sdk';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type BoxReplies, holdReply } from '../../testing/box-replies.ts';
import {
  fileItem,
  filesBox,
  HOME,
  openEntry,
  pressInMenu,
  pressKey,
  selectEntries,
  shownNames,
} from '../../testing/files-box.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { files } from './manifest.ts';

const OFFER = { id: 'z'.repeat(20), name: 'Trip.zip', size: 50_000_000, count: 4, skipped: 0 };
const renderFiles = (more: BoxReplies = {}, options: RenderAppOptions<'files'> = {}) =>
  renderApp(files, {
    ...options,
    replies: filesBox(
      {
        [HOME]: [
          ...[fileItem('Trip', 5), fileItem('Web', 5), fileItem('a.txt'), fileItem('b.txt'), fileItem('thing.xyz')],
          ...[fileItem('Cats.url'), fileItem('film.mkv', 2, { s: 50_000_001 })],
        ],
        [`${HOME}/Web`]: [],
      },
      more,
    ).replies,
  });

/** The downloads that the page starts, as file names. */
const recordDownloads = (): readonly string[] => {
  const started: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    started.push(this.download);
  });
  onTestFinished(() => {
    click.mockRestore();
  });
  return started;
};
const download = (app: RenderedApp) => pressKey(app, 'd', { ctrlKey: true });

describe('a download', () => {
  it('FILES-14: of one small file starts at once', async () => {
    const started = recordDownloads();
    const app = await renderFiles();
    await selectEntries(app, 'a.txt');
    await app.press('Download');
    expect(app.hasDialog('Download')).toBe(false);
    expect(started).toEqual(['a.txt']);
    expect(app.sent(PrepareZip)).toEqual([]);
  });

  it('FILES-56: of a large file is asked about', async () => {
    const started = recordDownloads();
    const app = await renderFiles();
    await selectEntries(app, 'film.mkv');
    await download(app);
    const dialog = await app.dialog('Download');
    expect(dialog.element.textContent).toContain('Files over 50 MB cannot be downloaded in the browser');
    await vi.waitFor(() => expect(document.activeElement).toBe(dialog.button('Download')));
    await dialog.press('Cancel');
    expect(started).toEqual([]);
    await download(app);
    await (await app.dialog('Download')).press('Download');
    expect(started).toEqual(['film.mkv']);
    expect(app.hasDialog('Download')).toBe(false);
  });

  it('FILES-57: of a folder is one archive, of which the box says what is in it', async () => {
    const started = recordDownloads();
    const { reply, release } = holdReply<typeof OFFER>();
    const app = await renderFiles({ files: { prepareZip: () => reply } });
    await selectEntries(app, 'Trip');
    await download(app);
    const dialog = await app.dialog('Download');
    expect(dialog.element.textContent).toContain('A folder cannot be downloaded in the browser');
    expect(dialog.getByRole('status').textContent).toBe('Checking the content…');
    release({ ...OFFER, skipped: 2 });
    await app.settled();
    const text = dialog.getByRole('status').textContent.replaceAll('\u00A0', ' ');
    expect(text).toContain('“Trip.zip”: 4 files, 47.68 MB');
    expect(text).toContain('2 items are left out');
    await dialog.press('Download as ZIP');
    expect(started).toEqual(['Trip.zip']);
    expect(app.sent(PrepareZip)).toEqual([{ paths: [`${HOME}/Trip`] }]);
  });

  it('FILES-57: of several files is one archive, and says why there is none', async () => {
    const started = recordDownloads();
    let isRefused = true;
    const app = await renderFiles({
      files: {
        prepareZip: (_params, _caller, { refuse }) => {
          if (isRefused) throw refuse(GEN.noPrivilege);
          return OFFER;
        },
      },
    });
    await selectEntries(app, 'a.txt', 'b.txt');
    await download(app);
    const dialog = await app.dialog('Download');
    expect(dialog.element.textContent).toContain('Only one file can be downloaded at a time');
    expect(dialog.getByRole('status').textContent).toBe('No privilege');
    expect(dialog.queryByRole('button', { name: 'Download as ZIP' })).toBeNull();
    isRefused = false;
    await dialog.press('Try again');
    expect(dialog.getByRole('status').textContent).toContain('“Trip.zip”: 4 files');
    await dialog.press('Cancel');
    expect(started).toEqual([]);
  });
});

describe('a download from the web', () => {
  it('OFFLINE-02: takes one address a line, names a wrong line, and sends each address once', async () => {
    const app = await renderFiles();
    await openEntry(app, 'Web');
    const menu = await app.openMenu('Upload');
    await menu.press(menu.getByRole('menuitem', { name: 'From a web address…' }));
    const dialog = await app.dialog('Download from the web');
    const field = dialog.getByLabelText(/^Web addresses, one per line/);
    await expect(dialog.press('Download')).rejects.toThrow('is disabled');
    await dialog.type(field, 'https://box.example/a.iso\nnonsense');
    expect(dialog.getAllByText('Not a download address: nonsense').length).toBeGreaterThan(0);
    await expect(dialog.press('Download')).rejects.toThrow('nonsense');
    await dialog.type(field, 'https://box.example/a.iso\n\nhttps://box.example/a.iso\nhttps://box.example/b.iso');
    await dialog.press('Download');
    expect(app.sent(AddTask)).toMatchObject([
      { source: 'https://box.example/a.iso', target: `${HOME}/Web` },
      { source: 'https://box.example/b.iso', target: `${HOME}/Web` },
    ]);
    expect(app.hasDialog('Download from the web')).toBe(false);
  });
});

describe('a file that cannot be shown', () => {
  it.each([
    ['FILES-32 PREVIEW-08', 'thing.xyz', 'This type cannot be previewed online yet'],
    ['FILES-58 ERR-120', 'Cats.url', 'External resource links must be downloaded directly'],
  ])('%s: %s opens nothing, and can be downloaded', async (_id, name, reason) => {
    const started = recordDownloads();
    const app = await renderFiles();
    await openEntry(app, name);
    const notice = await app.dialog(reason);
    expect(app.opened()).toEqual([]);
    await notice.press('Download');
    expect(started).toEqual([name]);
    await pressInMenu(app, name, 'Download');
    expect(started).toEqual([name, name]);
  });

  it('FILES-27: a file of a known kind opens in its app', async () => {
    const app = await renderFiles();
    await openEntry(app, 'a.txt');
    expect(app.opened()).toMatchObject([{ app: 'document', params: { path: `${HOME}/a.txt` } }]);
  });
});

describe('an upload', () => {
  /** Chooses files of these names; an empty name is a file that the browser could not read. */
  const chooseFiles = async (app: RenderedApp, ...names: readonly string[]) => {
    // jsdom has no `webkitRelativePath`.
    const chosen = names.map((name) => Object.assign(new File(['x'], name), { webkitRelativePath: '' }));
    const input = document.querySelector<HTMLInputElement>('input[data-choose="files"]');
    if (input === null) throw new Error('no file input');
    fireEvent.change(input, { target: { files: chosen } });
    await app.settled();
  };

  it('DIALOG-01 UPLOAD-23: asks about occupied names before anything is sent', async () => {
    const app = await renderFiles();
    await chooseFiles(app, 'a.txt', 'new.txt');
    const question = await app.dialog('Upload: these names already exist');
    expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['a.txt']);
    expect(question.getAllByRole('radio')).toHaveLength(3);
    await question.press('Cancel');
    expect(app.hasDialog('Upload: these names already exist')).toBe(false);
    expect(shownNames(app)).not.toContain('new.txt');
  });

  it('names what the browser could not read, and offers to go on without it', async () => {
    const app = await renderFiles();
    await chooseFiles(app, '', 'a.txt');
    const notice = await app.dialog('1 item could not be read');
    expect(notice.getByText(/^Nothing has been uploaded\. Rename the file/)).toBeTruthy();
    expect(notice.queryByRole('button', { name: 'Try again' })).toBeNull();
    await notice.press('Upload the others');
    expect(app.hasDialog('1 item could not be read')).toBe(false);
    await (await app.dialog('Upload: these names already exist')).press('Cancel');
  });

  it('offers nothing else when nothing could be read', async () => {
    const app = await renderFiles();
    await chooseFiles(app, '');
    const notice = await app.dialog('1 item could not be read');
    expect(notice.queryByRole('button', { name: 'Upload the others' })).toBeNull();
    await notice.press('Cancel');
    expect(app.hasDialog('1 item could not be read')).toBe(false);
  });

  it('goes into no folder that was deleted meanwhile', async () => {
    const box = filesBox({ [HOME]: [fileItem('to', 5)], [`${HOME}/to`]: [] });
    const app = await renderApp(files, { replies: box.replies });
    await openEntry(app, 'to');
    box.setFolder(`${HOME}/to`, null);
    box.setFolder(HOME, []);
    await chooseFiles(app, 'late.txt');
    expect(await app.dialog('This folder no longer exists. Nothing was put into it')).toBeTruthy();
    const menu = await app.openMenu('Upload');
    const upload = menu.getByRole('menuitem', { name: /^Upload files/ });
    expect(upload.textContent).toContain('This folder no longer exists');
    await expect(app.press(upload)).rejects.toThrow('is disabled');
  });
});
