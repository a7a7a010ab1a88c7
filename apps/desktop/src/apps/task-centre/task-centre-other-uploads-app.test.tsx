import { EndUpload, GEN, type UnfinishedUpload } from '@boxwood/box-sdk';
import type { UploadId } from '@boxwood/domain';
import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { StoreToken } from '../../composition/service-tokens.ts';
import type { Language } from '../../platform/i18n/language.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { taskCentre } from './manifest.ts';

const HOME = '/mnt/usb1/ann';
const row = (id: string, more: Partial<UnfinishedUpload> = {}): UnfinishedUpload => ({
  id,
  path: `${HOME}/${id}`,
  files: 1,
  size: 4,
  used: 1_760_000_000,
  own: 0,
  script: 0,
  active: 0,
  ...more,
});

/** The page of uploads over a box that holds these. `refuses`: the upload that it does not end. */
const renderUploads = async (
  held: readonly UnfinishedUpload[] | null,
  { language = 'en', refuses = '' }: { readonly language?: Language; readonly refuses?: string } = {},
) => {
  let list = [...(held ?? [])];
  const app = await renderApp(taskCentre, {
    language,
    replies: {
      tasks: {
        list: () => ({ total: 0, list: [] }),
        count: () => ({ num: 0, nums: { waiting: 0, processing: 0, paused: 0, success: 0, failed: 0 } }),
      },
      ...(held === null
        ? {}
        : {
            transfers: {
              list: () => ({ list }),
              end: ({ id }, _caller, { refuse }) => {
                if (id === refuses) throw refuse(GEN.failed);
                list = list.filter((one) => one.id !== id);
                return {};
              },
            },
          }),
    },
  });
  await app.press(language === 'zh-CN' ? '上传任务' : 'Upload tasks');
  return app;
};
const LINE = '2 uploads from other devices are unfinished: continue there or remove them';

describe('unfinished uploads of other devices', () => {
  it('are counted in a line, and removed after a confirmation', async () => {
    const app = await renderUploads([row('a'), row('b', { script: 1 }), row('mine', { own: 1 })]);
    expect(app.getByText(LINE)).toBeTruthy();
    await app.press('Remove unfinished');
    await (await app.dialog('Remove 2 unfinished uploads?')).press('Cancel');
    expect(app.sent(EndUpload)).toEqual([]);
    await app.press('Remove unfinished');
    await (await app.dialog('Remove 2 unfinished uploads?')).press('Remove unfinished');
    expect(app.sent(EndUpload)).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(app.queryByText(LINE)).toBeNull();
    expect(app.queryByRole('button', { name: 'Remove unfinished' })).toBeNull();
  });

  it('do not include what waits in this browser', async () => {
    const app = await renderUploads([row('a'), row('waiting')]);
    expect(app.getByText(LINE)).toBeTruthy();
    await act(() => {
      const times = { ctime: 1_760_000_000, modified: 1_750_000_000_000 };
      const state = { state: 3, progress: 0, completed: 0, speed: 0, problem: null, interrupted: true } as const;
      const file = { name: 'waiting', source: 'waiting', target: `${HOME}/waiting`, total: 4 };
      const id = 'u1' as UploadId;
      const task = { ...file, ...times, ...state, id, uuid: '', rank: 1, owner: 'closed tab' };
      app.scope.get(StoreToken).append([{ type: 'UploadsQueued', data: { tasks: [task] } }], 'restore');
      return app.settled();
    });
    await app.press('Basic tasks');
    await app.press('Upload tasks');
    expect(app.getByText('1 upload from another device is unfinished: continue there or remove it')).toBeTruthy();
  });

  it('show why one could not be removed', async () => {
    const app = await renderUploads([row('a'), row('b')], { refuses: 'b' });
    await app.press('Remove unfinished');
    await (await app.dialog('Remove 2 unfinished uploads?')).press('Remove unfinished');
    expect(app.getByRole('alert').textContent).not.toBe('');
    expect(app.button('Remove unfinished')).toBeTruthy();
  });

  it('show nothing where there are none, or where the box does not list them', async () => {
    for (const held of [[], [row('active', { active: 1 })], null]) {
      const app = await renderUploads(held);
      expect(app.getByText('Nothing is under way')).toBeTruthy();
      expect(app.queryByText(/another device/)).toBeNull();
      await app.unmount();
    }
  });

  it('read in Chinese', async () => {
    const app = await renderUploads([row('a')], { language: 'zh-CN' });
    expect(app.getByText('其他设备有 1 个上传未完成，可在原设备上继续或移除')).toBeTruthy();
    await app.press('移除未完成的上传');
    expect(await app.dialog('移除 1 个未完成的上传？')).toBeTruthy();
  });
});
