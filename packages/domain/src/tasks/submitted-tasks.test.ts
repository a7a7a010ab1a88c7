import { delay } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { TASK_ENDED } from '../outcome.ts';
import { yes } from '../testing/port-answers.ts';
import { task, createTasksFixture } from '../testing/tasks-fixture.ts';

describe('tasks', () => {
  const submitted = { type: 'TasksSent', data: { ids: ['a'] } } as const;
  const told = (store: ReturnType<typeof createTasksFixture>['store']): string[] => {
    const folders: string[] = [];
    store.batches$.subscribe((batch) => {
      for (const { event } of batch) if (event.type === 'FolderChanged') folders.push(...event.data.folders);
    });
    return folders;
  };

  it('the first task of a session is done before anybody looks: its folders are told all the same', () => {
    const { store, box } = createTasksFixture();
    const folders = told(store);
    box.tasks = [task('a', 1, { source: '/x/a', target: '/y' })];
    store.append([submitted], 'person');
    expect(folders).toEqual(['/y', '/', '/x']);
  });

  it('a task whose answer was lost is looked for, and its folders are told when it is over', () => {
    const { store, box, pass } = createTasksFixture();
    const folders = told(store);
    box.tasks = [task('a', 2, { source: '/x/a', target: '/y' })];
    store.append([{ type: 'TasksSent', data: { ids: [] } }], 'person');
    expect(folders).toEqual([]);
    box.tasks = [task('a', 1, { source: '/x/a', target: '/y' })];
    pass(3_000);
    expect(folders).toEqual(['/y', '/', '/x']);
  });

  it('a task is known by its id: an old one of the same file that was done before tells no folder', () => {
    const { store, box } = createTasksFixture();
    const folders = told(store);
    box.tasks = [task('other', 1, { source: '/x/a', target: '/z' }), task('a', 0, { source: '/x/a', target: '/y' })];
    store.append([submitted], 'person');
    expect(folders).toEqual([]);
  });

  it('a task of this tab is followed until it is over, in a tab that does not lead', () => {
    const { store, box, leads$, pass } = createTasksFixture();
    leads$.next(false);
    const folders = told(store);
    box.tasks = [task('a', 0, { source: '/x/a', target: '/y' })];
    store.append([submitted], 'person');
    pass(8_000);
    box.tasks = [task('a', 1, { source: '/x/a', target: '/y' })];
    expect(folders).toEqual([]);
    pass(3_000);
    expect(folders).toEqual(['/y', '/', '/x']);
    box.calls.length = 0;
    pass(600_000);
    expect(box.calls).toEqual([]);
  });

  it('FILES-63: a copy that fails is told once, old failures are not', () => {
    const { store, box, notifications, pass, tasks } = createTasksFixture();
    // An older task for the same file is not the one submitted now.
    box.tasks = [task('old', -1, { source: '/x/a' }), task('a', -1, { source: '/x/a', name: 'a' })];
    store.append([submitted], 'person');
    const words = () =>
      notifications.list$.value.map(({ level, messageKey, values }) => [level, messageKey, values['name']]);
    expect(words()).toEqual([['error', 'file.copyFailed', 'a']]);
    box.tasks = [...box.tasks, task('b', 2, { operation: 'COMPRESS', name: 'b' })];
    tasks.refresh();
    const full = task('b', -1, { operation: 'COMPRESS', name: 'b', code: 11 });
    box.tasks = box.tasks.map((one) => (one.id === 'b' ? full : one));
    tasks.refresh();
    tasks.refresh();
    pass(10_000);
    expect(words()).toEqual([
      ['error', 'file.copyFailed', 'a'],
      ['error', 'tasks.failed', 'b'],
    ]);
    const why = notifications.list$.value.map(({ failure }) => failure);
    expect(why.at(-1)).toEqual({
      _tag: 'Rejected',
      messageKey: TASK_ENDED,
      values: { operation: 'COMPRESS', code: 11 },
    });
  });

  it('a slow answer is waited for, not asked for again; a hidden page asks when it is seen', () => {
    const { store, scheduler, box, port, visible$, pass, tasks } = createTasksFixture();
    let asked = 0;
    Object.assign(port, {
      list: () => {
        asked += 1;
        return yes({ total: box.tasks.length, tasks: box.tasks }).pipe(delay(5_000, scheduler));
      },
    });
    box.tasks = [task('a', 1)];
    store.append([submitted], 'person');
    pass(4_999);
    expect(asked).toBe(1);
    pass(1);
    expect(tasks.state$.value.tasks).toHaveLength(1);
    visible$.next(false);
    store.append([submitted], 'person');
    pass(60_000);
    expect(asked).toBe(1);
    visible$.next(true);
    expect(asked).toBe(2);
  });
});
