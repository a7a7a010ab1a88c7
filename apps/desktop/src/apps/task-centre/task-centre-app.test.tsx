import { DeleteTask, DeleteTasks, ListTasks, type OpTask, PauseTask, ResumeTask, TSK } from '@boxwood/box-sdk';
import { fireEvent, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NotificationsToken } from '../../composition/service-tokens.ts';
import { holdReply } from '../../testing/box-replies.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { taskCentre } from './manifest.ts';

const HOME = '/mnt/usb1/ann';

const boxTask = (id: string, name: string, more: Partial<OpTask> = {}): OpTask => ({
  tb_id: id,
  tb_type: 4,
  tb_name: name,
  tb_total: 4096,
  tb_completed: 1024,
  tb_progress: 25,
  tb_speed: 0,
  tb_ctime: 1_760_000_000,
  tb_cmd: 'COPY',
  tb_source: `${HOME}/from/${name}`,
  tb_target: `${HOME}/to`,
  tb_user: 'ann',
  tb_msg: '',
  tb_state: 2,
  tb_code: 1,
  ...more,
});
const RUNNING = boxTask('t1', 'film.mkv', { tb_speed: 512 });
const WAITING = boxTask('t2', 'songs', { tb_state: 0, tb_type: 100, tb_cmd: 'MOVE' });
const PAUSED = boxTask('t3', 'photos.zip', { tb_state: 3, tb_cmd: 'DECOMPRESS' });
const FAILED = boxTask('t4', 'broken.zip', { tb_state: -1, tb_cmd: 'COMPRESS', tb_msg: 'disk is full', tb_code: 11 });
const DONE = boxTask('t5', 'letter.txt', { tb_state: 1, tb_completed: 4096, tb_progress: 100, tb_code: 5 });

type TaskReplies = NonNullable<NonNullable<RenderAppOptions<'task-centre'>['replies']>['tasks']>;

/** A box with these tasks, that pauses, resumes and deletes them. */
const renderTasks = (
  tasks: readonly OpTask[] = [RUNNING, WAITING, PAUSED, FAILED, DONE],
  more: TaskReplies = {},
  options: RenderAppOptions<'task-centre'> = {},
) => {
  let list = [...tasks];
  const setState = (id: string, state: number) => {
    list = list.map((task) => (task.tb_id === id ? { ...task, tb_state: state } : task));
    return {};
  };
  return renderApp(taskCentre, {
    ...options,
    replies: {
      ...options.replies,
      tasks: {
        list: () => ({ total: list.length, list }),
        count: () => ({ num: 0, nums: { waiting: 0, processing: 0, paused: 0, success: 0, failed: 0 } }),
        pause: ({ id }) => setState(id, 3),
        resume: ({ id }) => setState(id, 0),
        remove: ({ id }) => {
          list = list.filter((task) => task.tb_id !== id);
          return {};
        },
        removeMany: (which) => {
          list = list.filter((task) => !('status' in which && task.tb_state === which.status));
          return { num: 1 };
        },
        ...more,
      },
    },
  });
};

const openTab = (app: RenderedApp, name: string) => app.press(app.getByRole('tab', { name }));
const rowOf = (app: RenderedApp, name: string): HTMLElement => {
  const [row, ...others] = app.getAllByRole('listitem').filter((each) => within(each).queryByText(name) !== null);
  if (row === undefined || others.length > 0) throw new Error(`not exactly one task "${name}"`);
  return row;
};
const names = (app: RenderedApp): readonly string[] =>
  app.queryAllByRole('progressbar').map((bar) => (bar.getAttribute('aria-label') ?? '').replace('Progress of ', ''));
/** Names of the buttons of a task. */
const buttonsOf = (app: RenderedApp, name: string) =>
  within(rowOf(app, name))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));
const pressIn = (app: RenderedApp, name: string, button: string) =>
  app.press(within(rowOf(app, name)).getByRole('button', { name: button }));

describe('tasks of the box', () => {
  it('TASK-03: lists tasks in four tabs, with what they do and how far they are', async () => {
    const app = await renderTasks();
    expect(app.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Processing',
      'Waiting',
      'Failed',
      'Completed',
    ]);
    expect(names(app)).toEqual(['film.mkv']);
    const film = rowOf(app, 'film.mkv');
    expect(film.dataset['state']).toBe('processing');
    const text = film.textContent.replaceAll('\u00A0', ' ');
    for (const fact of ['Processing', 'Copy', '1.00 KB of 4.00 KB', '512', '00:00:06 left', 'Personal space › to'])
      expect(text).toContain(fact);
    await openTab(app, 'Waiting');
    expect(names(app)).toEqual(['photos.zip', 'songs']);
    expect(rowOf(app, 'photos.zip').textContent).toContain('Paused');
    await openTab(app, 'Failed');
    expect(rowOf(app, 'broken.zip').textContent).toContain('disk is full');
    await openTab(app, 'Completed');
    expect(names(app)).toEqual(['letter.txt']);
    expect(rowOf(app, 'letter.txt').dataset['state']).toBe('success');
    expect(app.sent(ListTasks)).toContainEqual({ user: 'ann', count: 100, start: 0, type: 'ALL' });
  });

  it('explains an empty tab, and offers nothing to clear', async () => {
    const app = await renderTasks([]);
    expect(app.getByText('Nothing is under way')).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Clear list' })).toBeNull();
    await openTab(app, 'Failed');
    expect(app.getByText('Nothing failed')).toBeTruthy();
    await expect(app.press('Clear list')).rejects.toThrow('is disabled');
  });

  it('shows that it is loading, and then the tasks', async () => {
    const { reply, release } = holdReply<{ total: number; list: OpTask[] }>();
    const app = await renderTasks([], { list: () => reply });
    expect(app.queryByText('Nothing is under way')).toBeNull();
    release({ total: 1, list: [RUNNING] });
    await app.settled();
    expect(names(app)).toEqual(['film.mkv']);
  });

  it('says why the list failed, and loads it again', async () => {
    let isBroken = true;
    const app = await renderTasks([], {
      list: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(TSK.service);
        return { total: 1, list: [RUNNING] };
      },
    });
    expect(app.getByText('Service error')).toBeTruthy();
    isBroken = false;
    await app.press('Try again');
    expect(names(app)).toEqual(['film.mkv']);
  });

  it('TASK-09: pauses a running task, which can then be cancelled', async () => {
    const app = await renderTasks();
    await expect(pressIn(app, 'film.mkv', 'Cancel task')).rejects.toThrow('Pause the task before cancelling it');
    await pressIn(app, 'film.mkv', 'Pause');
    expect(app.sent(PauseTask)).toEqual([{ user: 'ann', id: 't1' }]);
    expect(app.getByText('Nothing is under way')).toBeTruthy();
    await openTab(app, 'Waiting');
    await pressIn(app, 'film.mkv', 'Cancel task');
    expect(app.sent(DeleteTask)).toEqual([{ user: 'ann', id: 't1' }]);
    expect(names(app)).toEqual(['photos.zip', 'songs']);
  });

  it('resumes a paused task', async () => {
    const app = await renderTasks();
    await openTab(app, 'Waiting');
    expect(buttonsOf(app, 'photos.zip')).toEqual(['Resume', 'Cancel task', 'Details']);
    expect(buttonsOf(app, 'songs')).toEqual(['Pause', 'Cancel task', 'Details']);
    await pressIn(app, 'photos.zip', 'Resume');
    expect(app.sent(ResumeTask)).toEqual([{ user: 'ann', id: 't3' }]);
    expect(buttonsOf(app, 'photos.zip')).toEqual(['Pause', 'Cancel task', 'Details']);
  });

  it('TASK-10: a double-click and Enter pause and resume, but not on a button', async () => {
    const app = await renderTasks();
    expect(app.getByText('Double-click pauses and resumes')).toBeTruthy();
    fireEvent.doubleClick(within(rowOf(app, 'film.mkv')).getByRole('button', { name: 'Details' }));
    await app.settled();
    expect(app.sent(PauseTask)).toEqual([]);
    fireEvent.doubleClick(rowOf(app, 'film.mkv'));
    await app.settled();
    expect(app.sent(PauseTask)).toEqual([{ user: 'ann', id: 't1' }]);
    await openTab(app, 'Waiting');
    fireEvent.keyDown(rowOf(app, 'photos.zip'), { key: 'Enter' });
    await app.settled();
    expect(app.sent(ResumeTask)).toEqual([{ user: 'ann', id: 't3' }]);
    await openTab(app, 'Completed');
    fireEvent.doubleClick(rowOf(app, 'letter.txt'));
    await app.settled();
    expect([app.sent(PauseTask).length, app.sent(ResumeTask).length]).toEqual([1, 1]);
  });

  it('deletes the record of an ended task', async () => {
    const app = await renderTasks();
    await openTab(app, 'Completed');
    expect(buttonsOf(app, 'letter.txt')).toEqual(['Delete record', 'Details']);
    await pressIn(app, 'letter.txt', 'Delete record');
    expect(app.sent(DeleteTask)).toEqual([{ user: 'ann', id: 't5' }]);
    expect(app.getByText('Nothing is finished yet')).toBeTruthy();
  });

  it.each([
    ['Failed', -1],
    ['Completed', 1],
  ])('clears the list of the tab %s, and no other', async (tab, status) => {
    const app = await renderTasks();
    await openTab(app, tab);
    await app.press('Clear list');
    expect(app.sent(DeleteTasks)).toEqual([{ user: 'ann', status }]);
    expect(names(app)).toEqual([]);
    await openTab(app, 'Processing');
    expect(names(app)).toEqual(['film.mkv']);
  });

  it('reports a refusal in words and keeps the task', async () => {
    const app = await renderTasks(undefined, {
      pause: (_params, _caller, { refuse }) => {
        throw refuse(TSK.state);
      },
    });
    await pressIn(app, 'film.mkv', 'Pause');
    expect(app.hasDialog('The state of the task does not allow this')).toBe(true);
    expect(names(app)).toEqual(['film.mkv']);
    const reported = app.scope.get(NotificationsToken).list$.value;
    expect(reported.filter(({ failure }) => failure !== null)).toMatchObject([{ failure: { code: TSK.state } }]);
  });

  it('TASK-11: says that an operation is being cancelled', async () => {
    const app = await renderTasks([boxTask('t1', 'film.mkv', { tb_code: 3 })]);
    expect(rowOf(app, 'film.mkv').textContent).toContain('Cancelling');
  });

  it('TASK-12 TASK-17 DIALOG-33: shows the details of a task', async () => {
    const app = await renderTasks();
    await openTab(app, 'Failed');
    await pressIn(app, 'broken.zip', 'Details');
    const details = await app.dialog('Task details');
    const text = details.element.textContent.replaceAll('\u00A0', ' ');
    for (const fact of [
      ...['Namebroken.zip', 'File typeDocument', 'Size4.00 KB', 'Task typeCompress', 'StateFailed'],
      ...['SourcePersonal space › from › broken.zip', 'TargetPersonal space › to', 'Messagedisk is full'],
    ])
      expect(text).toContain(fact);
    expect(text).toMatch(/Time2025-10-0\d \d\d:\d\d:\d\d/);
    await details.press('Close');
    expect(app.hasDialog('Task details')).toBe(false);
  });

  it('reloads when the box reports a change of the tasks', async () => {
    let list: OpTask[] = [];
    const app = await renderTasks([], { list: () => ({ total: list.length, list }) });
    list = [RUNNING];
    await app.reportChange('tasks');
    expect(names(app)).toEqual(['film.mkv']);
  });

  it('reads in Chinese', async () => {
    const app = await renderTasks(undefined, {}, { language: 'zh-CN' });
    await expect(pressIn(app, 'film.mkv', '取消任务')).rejects.toThrow('请先暂停任务再取消');
    await openTab(app, '失败');
    expect(rowOf(app, 'broken.zip').textContent).toContain('压缩');
  });

  it('shows both pages on a phone', async () => {
    const app = await renderTasks(undefined, {}, { phone: true });
    await pressIn(app, 'film.mkv', 'Pause');
    expect(app.sent(PauseTask)).toEqual([{ user: 'ann', id: 't1' }]);
    await app.press('Upload tasks');
    expect(app.getByText('Nothing is under way')).toBeTruthy();
    expect(app.getByRole('tab', { name: 'Processing' })).toBeTruthy();
  });
});
