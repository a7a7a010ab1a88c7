import { GEN, PrepareUpload } from '@boxwood/box-sdk';
import { PLACES, type UploadId, type UploadTask } from '@boxwood/domain';
import { act, fireEvent, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { StoreToken, UploadsToken } from '../../composition/service-tokens.ts';
import { holdReply } from '../../testing/box-replies.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { taskCentre } from './manifest.ts';

const HOME = '/mnt/usb1/ann';

const openTab = (app: RenderedApp, name: string) => app.press(app.getByRole('tab', { name }));
const rowOf = (app: RenderedApp, name: string): HTMLElement => {
  const [row, ...others] = app.getAllByRole('listitem').filter((each) => within(each).queryByText(name) !== null);
  if (row === undefined || others.length > 0) throw new Error(`not exactly one upload "${name}"`);
  return row;
};
const names = (app: RenderedApp): readonly string[] =>
  app.queryAllByRole('progressbar').map((bar) => (bar.getAttribute('aria-label') ?? '').replace('Progress of ', ''));
/** Names of the buttons of an upload. */
const buttonsOf = (app: RenderedApp, name: string) =>
  within(rowOf(app, name))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));
const pressIn = (app: RenderedApp, name: string, button: string) =>
  app.press(within(rowOf(app, name)).getByRole('button', { name: button }));

const upload = (id: string, name: string, more: Partial<UploadTask> = {}): UploadTask => ({
  id: id as UploadId,
  name,
  source: name,
  target: `${HOME}/Holiday/${name}`,
  total: 4,
  ctime: 1_760_000_000,
  modified: 1_750_000_000_000,
  state: 3,
  progress: 0,
  completed: 0,
  speed: 0,
  uuid: '',
  rank: Number(id.slice(1)),
  problem: null,
  owner: 'closed tab',
  interrupted: true,
  ...more,
});
const LOST = upload('u1', 'beach.jpg');
const REFUSED = upload('u2', 'town.jpg', {
  state: -1,
  interrupted: false,
  problem: { kind: 'refused', family: 'GEN', code: GEN.noPrivilege },
});
const UNREADABLE = upload('u3', 'moved.jpg', { state: -1, interrupted: false, problem: { kind: 'unreadable' } });
const FINISHED = upload('u4', 'hills.jpg', { state: 1, progress: 100, completed: 4, interrupted: false });

/** The page of uploads, after a reload of the page that queued these. */
const renderUploads = async (uploads: readonly UploadTask[], options: RenderAppOptions<'task-centre'> = {}) => {
  const app = await renderApp(taskCentre, {
    ...options,
    replies: {
      tasks: {
        list: () => ({ total: 0, list: [] }),
        count: () => ({ num: 0, nums: { waiting: 0, processing: 0, paused: 0, success: 0, failed: 0 } }),
      },
      ...options.replies,
    },
  });
  await app.press(options.language === 'zh-CN' ? '上传任务' : 'Upload tasks');
  await act(() => {
    if (uploads.length > 0)
      app.scope.get(StoreToken).append([{ type: 'UploadsQueued', data: { tasks: uploads } }], 'restore');
    return app.settled();
  });
  return app;
};
const ALL_UPLOADS = [LOST, REFUSED, UNREADABLE, FINISHED];
/** Gives chosen files to the page, as the file dialog of the browser does. */
const chooseFiles = async (app: RenderedApp, ...files: readonly File[]) => {
  const input = app.element.querySelector('input[type=file]:not([data-choose])');
  if (input === null) throw new Error('no input for files');
  fireEvent.change(input, { target: { files } });
  await app.settled();
};

describe('uploads of this browser', () => {
  it('shows no buttons when nothing was uploaded', async () => {
    const app = await renderUploads([]);
    expect(app.getByText('Nothing is under way')).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Clear all' })).toBeNull();
  });

  it('lists uploads in four tabs, with the reason of a failure', async () => {
    const app = await renderUploads(ALL_UPLOADS);
    await openTab(app, 'Waiting');
    expect(names(app)).toEqual(['beach.jpg']);
    expect(rowOf(app, 'beach.jpg').textContent).toContain('Choose the file again to continue');
    expect(buttonsOf(app, 'beach.jpg')).toEqual(['Remove', 'Details']);
    await openTab(app, 'Failed');
    expect(rowOf(app, 'town.jpg').textContent).toContain('No privilege');
    expect(rowOf(app, 'town.jpg').textContent).toContain('Personal space › Holiday › town.jpg');
    expect(rowOf(app, 'moved.jpg').textContent).toContain('The file can no longer be read');
    expect(buttonsOf(app, 'town.jpg')).toEqual(['Try again', 'Remove', 'Details']);
    await openTab(app, 'Completed');
    expect(names(app)).toEqual(['hills.jpg']);
  });

  it('removes one upload', async () => {
    const app = await renderUploads(ALL_UPLOADS);
    await openTab(app, 'Failed');
    await pressIn(app, 'town.jpg', 'Remove');
    expect(names(app)).toEqual(['moved.jpg']);
  });

  it('clears failed and finished uploads, each with its button', async () => {
    const app = await renderUploads(ALL_UPLOADS);
    await openTab(app, 'Failed');
    await app.press('Clear failed');
    expect(app.getByText('Nothing failed')).toBeTruthy();
    await expect(app.press('Clear failed')).rejects.toThrow('is disabled');
    await expect(app.press('Try all again')).rejects.toThrow('is disabled');
    await openTab(app, 'Completed');
    expect(names(app)).toEqual(['hills.jpg']);
    await app.press('Clear finished');
    expect(app.getByText('Nothing is finished yet')).toBeTruthy();
    await expect(app.press('Clear finished')).rejects.toThrow('is disabled');
    await openTab(app, 'Waiting');
    expect(names(app)).toEqual(['beach.jpg']);
  });

  it('clears all uploads only after a confirmation', async () => {
    const app = await renderUploads(ALL_UPLOADS);
    await openTab(app, 'Waiting');
    await app.press('Clear all');
    await (await app.dialog('Clear all uploads?')).press('Cancel');
    expect(names(app)).toEqual(['beach.jpg']);
    await app.press('Clear all');
    await (await app.dialog('Clear all uploads?')).press('Clear all');
    expect(app.getByText('Nothing is waiting')).toBeTruthy();
    expect(app.hasDialog('Clear all uploads?')).toBe(false);
    expect(app.queryByRole('button', { name: 'Clear all' })).toBeNull();
  });

  it('offers to pause and resume only what can be', async () => {
    const app = await renderUploads([REFUSED, FINISHED]);
    for (const name of ['Pause all', 'Resume all', 'Choose files again'])
      await expect(app.press(name)).rejects.toThrow('is disabled');
    expect(app.queryByRole('button', { name: 'Choose the folder again' })).toBeNull();
  });

  it('offers to choose the folder again when several uploads wait for their file', async () => {
    const app = await renderUploads([LOST, upload('u5', 'wood.jpg')]);
    expect(app.getByRole('status').textContent).toContain('2 files left');
    expect(app.button('Choose files again')).toBeTruthy();
    expect(app.button('Choose the folder again')).toBeTruthy();
  });

  it('shows the details of an upload', async () => {
    const app = await renderUploads(ALL_UPLOADS);
    await openTab(app, 'Failed');
    await pressIn(app, 'town.jpg', 'Details');
    const details = await app.dialog('Task details');
    const text = details.element.textContent.replaceAll('\u00A0', ' ');
    for (const fact of ['Nametown.jpg', 'File typeJPG', 'Task typeUpload', 'StateFailed', 'MessageNo privilege'])
      expect(text).toContain(fact);
    await details.press('Close');
    expect(app.hasDialog('Task details')).toBe(false);
  });

  it('continues an upload with the file that was chosen again, and refuses another file', async () => {
    const { reply } = holdReply<never>();
    const app = await renderUploads([LOST], { replies: { transfers: { prepare: () => reply } } });
    await openTab(app, 'Waiting');
    await chooseFiles(app, new File(['other'], 'beach.jpg', { lastModified: LOST.modified }));
    expect(app.getByRole('status').textContent).toContain('1 file is not the same as before');
    expect(rowOf(app, 'beach.jpg').textContent).toContain('Choose the file again');
    expect(app.sent(PrepareUpload)).toEqual([]);
    await chooseFiles(app, new File(['same'], 'beach.jpg', { lastModified: LOST.modified }));
    expect(app.getByRole('status').textContent).toContain('1 upload continues');
    expect(app.sent(PrepareUpload)).toMatchObject([{ target: `${HOME}/Holiday/beach.jpg`, size: 4 }]);
  });

  it('says that a failed upload needs its file again', async () => {
    const app = await renderUploads([REFUSED]);
    await openTab(app, 'Failed');
    await pressIn(app, 'town.jpg', 'Try again');
    expect(await app.dialog(/choose/i)).toBeTruthy();
    expect(app.sent(PrepareUpload)).toEqual([]);
  });

  it('pauses, resumes and retries an upload of this page', async () => {
    let prepared = holdReply<never>();
    let isRefused = false;
    const app = await renderUploads([], {
      replies: {
        transfers: {
          prepare: (_params, _caller, { refuse }) => {
            if (isRefused) throw refuse(GEN.noPrivilege);
            prepared = holdReply<never>();
            return prepared.reply;
          },
        },
      },
    });
    const source = new File(['new one'], 'new.jpg', { lastModified: 1_750_000_000_000 });
    await act(async () => {
      const uploads = app.scope.get(UploadsToken);
      const plan = { location: { place: PLACES.personal, path: HOME }, chosen: [{ source, path: 'new.jpg' }] };
      uploads.submit({ ...plan, folders: [], conflicts: [], isQuiet: true });
      await app.settled();
    });
    await openTab(app, 'Waiting');
    await pressIn(app, 'new.jpg', 'Pause');
    expect(buttonsOf(app, 'new.jpg')).toEqual(['Resume', 'Remove', 'Details']);
    fireEvent.keyDown(rowOf(app, 'new.jpg'), { key: 'Enter' });
    await app.settled();
    expect(app.sent(PrepareUpload)).toHaveLength(2);
    await app.press('Pause all');
    expect(rowOf(app, 'new.jpg').textContent).toContain('Paused');
    isRefused = true;
    await app.press('Resume all');
    await openTab(app, 'Failed');
    expect(rowOf(app, 'new.jpg').textContent).toContain('No privilege');
    isRefused = false;
    await app.press('Try all again');
    expect(app.getByText('Nothing failed')).toBeTruthy();
    expect(app.sent(PrepareUpload)).toHaveLength(4);
  });

  it('reads in Chinese', async () => {
    const app = await renderUploads([LOST], { language: 'zh-CN' });
    await openTab(app, '等待中');
    expect(app.getByText('请重新选择文件以继续上传')).toBeTruthy();
    await app.press('全部清空');
    expect(await app.dialog('清空所有上传任务？')).toBeTruthy();
  });
});
